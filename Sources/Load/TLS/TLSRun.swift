/// What encryption costs: the same server and the same work, over plain TCP and over TLS.
struct TLSRun: Sendable {
    let program: String
    let seconds: Int
    let rounds: Int
    /// Connections that come and go, for the price of a handshake.
    let handshakes: Int
    /// Connections that are only there, for their memory.
    let idle: Int

    private var churn: ChurnRun { ChurnRun(count: handshakes, atOnce: min(200, handshakes)) }

    /// Most connections that there are.
    var connectionsMax: Int { max(IdleRun.connectionsMax(idle), churn.connectionsMax) }

    /// Measures it.
    func run(_ progress: Progress) async throws(LoadFailure) -> TLSReport {
        let certificate = try TrialCertificate()
        let plain = Contestant("ws", try .echo(program))
        let server = try SubjectServer.echo(
            program,
            more: ["--tls", certificate.certificate, certificate.key])
        let secure = Contestant(
            "wss", server, Target(server, tls: try certificate.server()))
        let contestants = [secure, plain]
        let echo = EchoWork(connections: 64, depth: 1, bytes: 64, seconds: seconds)
        let echoes = try await echo.run(
            Contest(contestants: contestants, rounds: rounds), progress)
        var lines: [TLSReport.Line] = []
        var complaints = echoes.complaints
        for (contestant, echo) in zip(contestants, echoes.servers) {
            let churn = try await churn.run(contestant, progress)
            let idle = try await IdleRun(program: program, progress: progress)
                .bare(idle, contestant)
            lines.append(TLSReport.Line(contestant.name, echo, churn, idle))
            complaints += churn.complaints + idle.complaints
        }
        return TLSReport(lines: lines, complaints: complaints)
    }
}
