/// What coming and going costs, and whether anything stays behind.
struct ChurnReport: Report {
    /// What may come and go by itself: a page of a stack, a chunk of the allocator.
    static let bytesOfNoise = 262_144

    let connections: Int
    let atOnce: Int
    let perSecond: Double
    /// Processor time of the server for a connection, its echo and its goodbye.
    let cpuMicroseconds: Double
    let before: Holdings
    let after: Holdings

    /// Whether the server holds no more than before.
    var isClean: Bool {
        after.descriptors <= before.descriptors
            && after.privateBytes <= before.privateBytes + Self.bytesOfNoise
    }

    var columns: [String] {
        [
            "churn", "connections", "at once", "connections/s", "cpu µs", "before KiB",
            "after KiB", "descriptors before", "after",
        ]
    }

    var rows: [[String]] {
        [
            [
                "upford", "\(connections)", "\(atOnce)", perSecond.digits(0),
                cpuMicroseconds.digits(1), "\(before.privateBytes / 1024)",
                "\(after.privateBytes / 1024)", "\(before.descriptors)", "\(after.descriptors)",
            ]
        ]
    }

    var complaints: [String] {
        isClean ? [] : ["BROKEN: something of those who left stays behind"]
    }
}
