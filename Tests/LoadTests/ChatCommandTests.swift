import ArgumentParser
import EventLoop
import Glibc
import Observability
import Server
import Settings
import TestSupport
import Testing
import Wire

@testable import Load

@Suite struct `A chat with a server that runs already` {
    /// What a few people make of a daemon with such settings.
    private static func chat(
        _ senders: Int, _ configure: (inout Configuration) -> Void
    ) async throws -> ChatOutcome {
        let folder = try TestSupport.TemporaryFolder()
        var configuration = Configuration.trial(in: folder.path)
        configure(&configuration)
        let log = EventLog(
            sink: EventSink { _ in true }, level: .error, addresses: .full, clock: { 0 })
        let daemon = try Daemon(configuration, log: log)
        let server = SubjectServer(
            address: SocketAddress(v4: 0x7F00_0001, port: daemon.port), process: getpid())
        let run = ChatRun(
            senders: senders, inFlight: 1, characters: 30, format: .json, seconds: 0)
        do {
            let outcome = try await run.run(server, Progress(isQuiet: true))
            await daemon.stop()
            return outcome
        } catch {
            await daemon.stop()
            throw error
        }
    }

    @Test func `brings its people a few at a time, however short the queue for passwords`()
        async throws
    {
        let outcome = try await Self.chat(60) { configuration in
            configuration.passwords.memoryKiB = 4096
            configuration.passwords.queue = 8
        }
        #expect(outcome.audit.complaints == [])
        #expect(outcome.audit.isClean)
    }

    @Test func `says why an account was refused, and what to set`() async throws {
        try await Self.expectFailure(
            "the server refused an account: RATE_LIMITED: rate limit exceeded", 6
        ) {
            ($0.rates.enabled, $0.rates.registrationsPerHour) = (true, 3)
        }
    }

    @Test func `says what to set when passwords take too long`() async throws {
        try await Self.expectFailure("the server closed 4401: nobody signed in", 2) {
            $0.limits.signInSeconds = 1
            $0.passwords.memoryKiB = 65_536
            $0.passwords.passes = 60
        }
    }

    /// A chat of so many people gets no further than that, and its failure says what to set.
    private static func expectFailure(
        _ reason: String, _ senders: Int, _ configure: @Sendable (inout Configuration) -> Void
    ) async throws {
        let failure = await #expect(throws: LoadFailure.self) {
            _ = try await chat(senders, configure)
        }
        let lines = try #require(failure).description.split(separator: "\n")
        try #require(lines.count == 2)
        #expect(lines[0] == reason)
        expectSettings(in: String(lines[1]))
    }

    @Test func `says in its help what to set`() {
        Self.expectSettings(in: LoadCommand.helpMessage(for: ChatCommand.self, columns: 200))
    }

    private static func expectSettings(in text: String) {
        for setting in [
            "rates.registrationsPerHour", "rates.enabled: false", "limits.signInSeconds",
            "passwords.memoryKiB",
        ] {
            #expect(text.contains(setting))
        }
    }
}
