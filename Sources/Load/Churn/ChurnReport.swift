/// What coming and going costs, and whether anything stays behind.
struct ChurnReport: Report {
    /// What may come and go by itself: a page of a stack, a chunk of the allocator.
    static let bytesOfNoise = 262_144
    /// What the allocator may keep of each of those that were there at once over TLS: OpenSSL
    /// takes it in small pieces, between which others are still in use.
    static let secureBytesOfNoise = 16384

    let connections: Int
    let atOnce: Int
    let perSecond: Double
    /// Processor time of the server for a connection, its echo and its goodbye.
    let cpuMicroseconds: Double
    let before: Holdings
    let after: Holdings
    var isSecure = false

    /// Whether the server holds no more than before.
    var isClean: Bool { extraDescriptors <= 0 && extraBytes <= allowedBytes }

    private var extraDescriptors: Int { after.descriptors - before.descriptors }
    private var extraBytes: Int { after.privateBytes - before.privateBytes }
    private var allowedBytes: Int {
        Self.bytesOfNoise + (isSecure ? atOnce * Self.secureBytesOfNoise : 0)
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
        guard !isClean else { return [] }
        return [
            "BROKEN: of those who left, \(extraDescriptors) descriptors and \(extraBytes) bytes "
                + "stay behind, of which \(allowedBytes) may"
        ]
    }
}
