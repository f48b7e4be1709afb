import Server
import Testing

@testable import Settings

@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `A daemon that cannot start` {
    private func failure(_ start: () throws -> Daemon) -> String {
        do {
            _ = try start()
            return "it started"
        } catch {
            return "\(error)"
        }
    }

    @Test func `says that another one has the data`() async throws {
        let site = try Site()
        #expect(failure { try site.twin() }.contains("is in use by another upford"))
        await site.stop()
    }

    @Test func `says that the port is taken, and lets go of the data`() async throws {
        let first = try Site()
        let port = Int(first.daemon.port)
        #expect(
            failure { try Site { $0.listen.port = port }.daemon }.contains("cannot listen on"))
        await first.daemon.stop()
    }

    @Test func `says that the data folder cannot be made`() throws {
        let said = failure { try Site { $0.data.folder = "/nowhere/at/all" }.daemon }
        #expect(said.contains("cannot make the data folder /nowhere/at/all"))
    }
}
