import Testing
import Wire

@testable import Load

@Suite(.serialized) struct `People under load` {
    private static let quiet = Progress(isQuiet: true)

    private static func storm(
        restarts: Bool
    ) async throws -> StormReport {
        let plan = StormPlan(
            population: Population(
                size: 44, friendCount: 6, activePercent: 0, togglerCount: 0),
            writerCount: 4, rate: 100, awaySeconds: 1)
        return try await LifeWorld.run(plan.population) { world in
            let again = { @Sendable (_: SubjectServer) async throws(LoadFailure) in
                try await world.restart()
            }
            return try await StormRun(
                plan: plan, restart: restarts ? again : nil, calmMilliseconds: 300
            )
            .run(world.subject, quiet)
        }
    }

    @Test(arguments: [false, true])
    func `come back after a storm, behind what they have seen`(restarts: Bool) async throws {
        let report = try await Self.storm(restarts: restarts)
        #expect(report.complaints == [])
        #expect((report.people, report.resumed, report.reset) == (40, 40, 0))
        #expect((report.back.count, report.resumes.count) == (40, 40))
        #expect(report.messages > 0)
        #expect((report.lost, report.duplicated, report.reordered) == (0, 0, 0))
        #expect(report.cpuMicrosecondsPerResume > 0)
        #expect(report.deliveries >= report.replayed)
        #expect(report.cpuMicrosecondsPerDelivery > 0)
        // What was written while they were away is what they catch up with.
        if !restarts { #expect(report.replayed > 0) }
        #expect(report.rows.allSatisfy { $0.count == report.columns.count })
    }

    @Test func `hear what is said in a room on all of their devices`() async throws {
        let report = try await LifeWorld.run(RoomRun.people) { world in
            try await RoomRun(devices: 11, rate: 60, seconds: 1, calmMilliseconds: 10).run(
                world.subject, Self.quiet)
        }
        #expect(report.complaints == [])
        // Sixty, but for those whose time a machine that stands still lets pass.
        #expect((1...60).contains(report.messages))
        #expect(report.deliveries == 11 * report.messages)
        #expect(report.answered.count == report.messages)
        #expect(report.delivered.count == report.deliveries)
        #expect((report.lost, report.duplicated, report.reordered) == (0, 0, 0))
        #expect(report.rows.allSatisfy { $0.count == report.columns.count })
    }

    @Test func `talk in pairs that were made in bulk`() async throws {
        let pairs = Population.pairs(6)
        let run = ChatRun(senders: 6, inFlight: 2, characters: 64, format: .json, seconds: 1)
        let outcome = try await LifeWorld.run(pairs) { world in
            try await run.run(world.subject, having: pairs, Self.quiet)
        }
        #expect(outcome.audit.complaints == [])
        #expect(outcome.messageCount > 0)
    }

    @Test func `are idle, and are all there afterwards`() async throws {
        let pairs = Population.pairs(104)
        let line = try await LifeWorld.run(pairs) { world in
            let tokens = try await LoginRun(population: pairs, count: 104, atOnce: 64)
                .tokens(world.subject, Self.quiet)
            return try await IdleRun(program: "", progress: Self.quiet)
                .signedIn(104, tokens, world.subject)
        }
        #expect((line.connections, line.lost, line.duplicated) == (4, 0, 0))
        #expect(line.deliveries.count == 4)
        #expect(IdleReport(idle: [line]).complaints == [])
    }

    @Test func `have a usual day, and everything that belongs to it`() async throws {
        let plan = DayPlan(
            population: Population(size: 30, friendCount: 6, activePercent: 0, togglerCount: 0),
            rate: 100, seconds: 3, staySeconds: 1)
        let report = try await LifeWorld.run(plan.population) { world in
            try await DayRun(plan: plan, calmMilliseconds: 10).run(world.subject, Self.quiet)
        }
        #expect(report.complaints == [])
        #expect(report.visits > 0)
        #expect(report.deeds > 0)
        #expect(report.deliveries > 0)
        #expect((report.lost, report.duplicated, report.reordered) == (0, 0, 0))
        #expect(report.rows.allSatisfy { $0.count == report.columns.count })
    }
}
