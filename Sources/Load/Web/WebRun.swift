import EventLoop

/// Reads and durable writes over HTTP, by some of the connections that are held.
struct WebRun: Sendable {
    let connections: Int
    let active: Int
    let milliseconds: Int

    /// Measures a server.
    ///
    /// - Parameter tokens: of its users, by their numbers from 0.
    func run(
        _ name: String, _ server: SubjectServer, _ tokens: [Int: String], _ progress: Progress
    ) async throws(LoadFailure) -> WebReport.Line {
        let authority = server.address.description
        let read = WebRequest(kind: .read, authority: authority, tokens: tokens)
        let write = WebRequest(kind: .write, authority: authority, tokens: tokens)
        // The first write makes the profile of each.
        return try await held(active, server, write) { crowd throws(LoadFailure) in
            try await crowd.connect(progress)
            _ = try await crowd.once(read, "warming up", progress)
            let before = try server.known?.privateBytes()
            return try await held(connections - active, server, read) {
                idle throws(LoadFailure) in
                try await idle.connect(progress)
                let after = try server.known?.privateBytes()
                let reads = try await crowd.work(
                    read, "reading", milliseconds: milliseconds, progress)
                let writes = try await crowd.work(
                    write, "writing", milliseconds: milliseconds, progress)
                let answered = try await idle.once(read, "a request of each", progress)
                return WebReport.Line(
                    server: name, reads: reads, writes: writes,
                    bytesPerIdleConnection: bytes(from: before, to: after),
                    idleAnswered: answered)
            }
        }
    }

    private func bytes(from before: Int?, to after: Int?) -> Double? {
        guard connections > active, let before, let after else { return nil }
        return Double(after - before) / Double(connections - active)
    }

    private func held<Outcome>(
        _ size: Int, _ server: SubjectServer, _ greeting: WebRequest,
        _ body: (WebLoop) async throws(LoadFailure) -> Outcome
    ) async throws(LoadFailure) -> Outcome {
        try await WebLoop(size, to: server, greeting: greeting).whileThere(body)
    }
}
