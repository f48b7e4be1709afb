import EventLoop
import Gateway
import Testing

@testable import Load

@Suite struct `Coming and going` {
    @Test func `ends when all have come, been answered and left`() async throws {
        let server = try EchoServer(host: "127.0.0.1", port: 0)
        let report = try await ChurnRun.trial(on: server.port, count: 300)
        await server.stop()
        #expect(report.perSecond > 0)
        #expect(report.before.descriptors > 0)
        #expect(report.rows.allSatisfy { $0.count == report.columns.count })
    }

    @Test func `fails when one is sent away before it has said goodbye`() async throws {
        let failure = await #expect(throws: LoadFailure.self) {
            try await EchoWorld.run(.none) {
                try await ChurnRun.trial(on: $0.address.port, count: 300)
            }
        }
        #expect(failure?.description.contains("ended: reset") == true)
    }

    @Test func `fails when messages come back changed`() async throws {
        let failure = await #expect(throws: LoadFailure.self) {
            try await EchoWorld.run(.changed) {
                try await ChurnRun.trial(on: $0.address.port, count: 300)
            }
        }
        #expect(failure?.description.hasSuffix("messages came back changed") == true)
    }

    @Test(
        arguments: [
            (false, 0, 0, true), (false, -5000, -3, true), (false, 262_144, 0, true),
            (false, 262_145, 0, false), (false, 0, 1, false),
            (true, 311_296, 0, true), (true, 311_297, 0, false), (true, 0, 1, false),
        ] as [(Bool, Int, Int, Bool)])
    func `leaves nothing behind but noise`(
        isSecure: Bool, bytes: Int, descriptors: Int, isClean: Bool
    ) {
        let report = ChurnReport(
            connections: 1, atOnce: 3, perSecond: 1, cpuMicroseconds: 1,
            before: Holdings(privateBytes: 1_000_000, descriptors: 10),
            after: Holdings(privateBytes: 1_000_000 + bytes, descriptors: 10 + descriptors),
            isSecure: isSecure)
        #expect(report.isClean == isClean)
        #expect(report.complaints.isEmpty == isClean)
    }
}
