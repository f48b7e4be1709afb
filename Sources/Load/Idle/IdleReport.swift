/// What somebody who does nothing costs.
struct IdleReport: Report {
    /// One kind of idleness.
    struct Line: Encodable {
        let kind: String
        let server: String
        let connections: Int
        let bytesBefore: Int
        let bytesAfter: Int
        let bytesPerConnection: Double

        init(
            _ kind: String, of server: String, connections: Int, from before: Int, to after: Int
        ) {
            (self.kind, self.server, self.connections) = (kind, server, connections)
            (bytesBefore, bytesAfter) = (before, after)
            bytesPerConnection = Double(after - before) / Double(max(1, connections))
        }
    }

    let idle: [Line]

    var columns: [String] {
        ["idle", "server", "connections", "before KiB", "after KiB", "bytes each"]
    }

    var rows: [[String]] {
        idle.map { line in
            [
                line.kind, line.server, "\(line.connections)", "\(line.bytesBefore / 1024)",
                "\(line.bytesAfter / 1024)", line.bytesPerConnection.digits(0),
            ]
        }
    }
}
