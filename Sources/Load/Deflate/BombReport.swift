/// What a compression bomb costs a server.
struct BombReport: Report {
    let frameBytes: Int
    let inflatedBytes: Int
    let count: Int
    /// Processor time of the server for one: its connection, its handshake and its end included.
    let cpuMilliseconds: Double
    /// How much higher the server's peak of memory is after all of them.
    let peakGrowthBytes: Int

    var columns: [String] { ["bomb", "sent B", "stands for B", "cpu ms", "peak growth KiB"] }

    var rows: [[String]] {
        [
            [
                "\(count) times", "\(frameBytes)", "\(inflatedBytes)", cpuMilliseconds.digits(3),
                "\(peakGrowthBytes / 1024)",
            ]
        ]
    }
}
