import EventLoop
import Glibc
import Observability
import Promises
import Server
import Settings
import TestSupport
import Testing
import Wire

@testable import Load

@Suite(.timeLimit(.minutes(5))) struct `People who come to a server that runs already` {
    private static let population = Population(
        size: 8, friendCount: 2, activePercent: 50, togglerCount: 2)

    /// What `body` makes of a daemon that hashes quickly and limits nothing, unless changed.
    private static func withServer<Outcome>(
        _ configure: (inout Configuration) -> Void = { _ in },
        _ body: (SubjectServer) async throws -> Outcome
    ) async throws -> Outcome {
        let folder = try TestSupport.TemporaryFolder()
        var configuration = Configuration.trial(in: folder.path)
        configure(&configuration)
        let log = EventLog(
            sink: EventSink { _ in true }, level: .error, addresses: .full, clock: { 0 })
        let daemon = try Daemon(configuration, log: log)
        let server = SubjectServer(
            address: SocketAddress(v4: 0x7F00_0001, port: daemon.port), process: getpid())
        do {
            let outcome = try await body(server)
            await daemon.stop()
            return outcome
        } catch {
            await daemon.stop()
            throw error
        }
    }

    private static let quiet = Progress(isQuiet: true)

    private static func settled(_ server: SubjectServer) async throws -> Population {
        try await Settlement(population: population).settle(on: server, quiet)
    }

    @Test func `sign in, with all their friends, and so does another crowd`() async throws {
        let reports = try await Self.withServer { server in
            var reports: [LoginReport] = []
            for _ in 1...2 {
                let people = try await Self.settled(server)
                reports.append(
                    try await LoginRun(population: people, count: 20, atOnce: 4)
                        .run(server, Self.quiet))
            }
            return reports
        }
        #expect(reports.map(\.complaints) == [[], []])
        #expect(reports.map(\.signIns) == [20, 20])
    }

    @Test func `talk in a room`() async throws {
        let report = try await Self.withServer { server in
            let people = try await Settlement(population: RoomRun.people)
                .settle(on: server, Self.quiet)
            return try await RoomRun(
                devices: 4, rate: 50, seconds: 1, population: people, calmMilliseconds: 10
            ).run(server, Self.quiet)
        }
        #expect(report.complaints == [])
        #expect(report.deliveries > 0)
    }

    @Test func `live through a day`() async throws {
        let report = try await Self.withServer { server in
            var people = Population(
                size: 12, friendCount: 2, activePercent: 0, togglerCount: 0)
            people = try await Settlement(population: people).settle(on: server, Self.quiet)
            let plan = DayPlan(population: people, rate: 40, seconds: 4, staySeconds: 1)
            return try await DayRun(plan: plan, calmMilliseconds: 10).run(server, Self.quiet)
        }
        #expect(report.complaints == [])
        #expect(report.deeds > 0)
    }

    @Test func `ask their friends, and turn on what is to be on`() throws {
        var active = 0
        for number in 0..<8 {
            let wishes = Settler.wishes(of: number, in: Self.population)
            let friends = wishes.compactMap { wish in
                if case .friendRequest(let request) = wish { request.to } else { nil }
            }
            let names = Self.population.friends(of: number).map(Self.population.names.name)
            #expect(friends == names)
            guard let activity = Self.population.activity(of: number) else { continue }
            active += 1
            guard case .activitySet(let toggle) = try #require(wishes.last) else {
                Issue.record("\(number) turns nothing on")
                continue
            }
            #expect(toggle.on && toggle.activity == Population.activities[activity])
        }
        #expect(active > 0)
    }

    @Test func `hear what to set when the server refuses them`() async throws {
        let failure = await #expect(throws: LoadFailure.self) {
            try await Self.withServer {
                $0.rates.enabled = true
                $0.rates.requestsPerDay = 1
            } _: { server in
                try await Self.settled(server)
            }
        }
        let lines = try #require(failure).description.split(separator: "\n")
        #expect(lines.first?.hasPrefix("the server refused a command: RATE_LIMITED") == true)
        #expect(lines.last?.contains("rates.enabled: false") == true)
    }
}
