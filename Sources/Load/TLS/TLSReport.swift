/// What encryption costs.
struct TLSReport: Report {
    /// One way to speak.
    struct Line: Encodable {
        let scheme: String
        let echoCPUMicroseconds: Double
        let messagesPerSecond: Double
        /// To come, echo once, say goodbye and leave.
        let connectionCPUMicroseconds: Double
        let connectionsPerSecond: Double
        let idleBytes: Double

        init(
            _ scheme: String, _ echo: ContestReport.Line, _ churn: ChurnReport,
            _ idle: IdleReport.Line
        ) {
            self.scheme = scheme
            (echoCPUMicroseconds, messagesPerSecond) = (echo.cpuMicroseconds ?? 0, echo.perSecond)
            connectionCPUMicroseconds = churn.cpuMicroseconds
            connectionsPerSecond = churn.perSecond
            idleBytes = idle.bytesPerConnection
        }
    }

    /// Encrypted first.
    let lines: [Line]
    let complaints: [String]

    var columns: [String] {
        [
            "tls", "echo cpu µs", "messages/s", "connection cpu µs", "connections/s",
            "idle bytes",
        ]
    }

    var rows: [[String]] {
        lines.map { line in
            [
                line.scheme, line.echoCPUMicroseconds.digits(2), line.messagesPerSecond.digits(0),
                line.connectionCPUMicroseconds.digits(0), line.connectionsPerSecond.digits(0),
                line.idleBytes.digits(0),
            ]
        }
    }

    var remarks: [String] {
        guard let secure = lines.first, let plain = lines.last, lines.count > 1 else { return [] }
        let handshake = secure.connectionCPUMicroseconds - plain.connectionCPUMicroseconds
        let ratio = secure.echoCPUMicroseconds / plain.echoCPUMicroseconds
        return [
            "wss costs \(ratio.digits(2)) of ws a message, \(handshake.digits(0)) µs a handshake"
        ]
    }
}
