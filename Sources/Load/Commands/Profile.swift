import ArgumentParser

/// A kind of work for the stack below the product: WebSockets of a server that only echoes.
enum Profile: String, CaseIterable, ExpressibleByArgument {
    case echo, fanout, churn, tls, deflate, bomb

    /// How much of something there is: unless somebody says otherwise, and at most.
    struct Amount {
        let usual: Int
        let bounds: ClosedRange<Int>

        init(_ usual: Int, _ bounds: ClosedRange<Int>) {
            (self.usual, self.bounds) = (usual, bounds)
        }
    }

    /// What can be said of it, by the option.
    var amounts: [String: Amount] {
        switch self {
        case .echo:
            [
                "connections": Amount(64, 1...50_000), "depth": Amount(1, 1...1024),
                "bytes": Amount(64, 0...65_535),
            ].merging(Self.contest) { one, _ in one }
        case .fanout:
            [
                "connections": Amount(1000, 1...50_000), "depth": Amount(1, 1...1024),
                "bytes": Amount(128, Fanout.stampBytes...65_535),
            ].merging(Self.contest) { one, _ in one }
        case .deflate:
            ["connections": Amount(64, 1...50_000), "bytes": Amount(300, 150...65_536)]
                .merging(Self.contest) { one, _ in one }
        case .churn:
            ["count": Amount(50_000, 1...100_000_000), "at-once": Amount(500, 1...20_000)]
        case .tls:
            [
                "count": Amount(5000, 1...10_000_000), "idle": Amount(2000, 1...60_000),
                "seconds": Amount(2, 1...600), "rounds": Amount(3, 1...100),
            ]
        case .bomb:
            [
                "count": Amount(100, 1...1_000_000),
                "inflated": Amount(50_000_000, 70_000...60_000_000),
            ]
        }
    }

    /// Whether others take part, to compare with.
    var isContest: Bool { self == .echo || self == .fanout }

    /// Whether only the server's own figures count, so that its process has to be known.
    var isOfProcess: Bool { self == .churn || self == .bomb }

    private static let contest = [
        "seconds": Amount(3, 1...600), "rounds": Amount(3, 1...100),
    ]
}
