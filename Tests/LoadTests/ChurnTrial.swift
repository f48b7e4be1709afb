import EventLoop
import Glibc

@testable import Load

extension ChurnRun {
    /// A few connections that come to a server of this process, and go.
    static func trial(
        on port: UInt16, count: Int = 20, tls: TLSServer? = nil
    ) async throws(LoadFailure) -> ChurnReport {
        let server = SubjectServer(
            address: SocketAddress(v4: 0x7F00_0001, port: port), process: getpid())
        return try await ChurnRun(count: count, atOnce: min(count, 20), calmMilliseconds: 10)
            .run(Contestant("trial", server, Target(server, tls: tls)), Progress(isQuiet: true))
    }
}
