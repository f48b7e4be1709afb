import HTTP

extension Target {
    static let request = Target(name: "http-request", seeds: { RequestSeeds.all }) { input in
        let limits = HTTPTarget.limits(input)
        let events = Oracle.sameInEverySplit(input) { pieces in
            var parser = RequestParser(limits: limits)
            return pieces.flatMap { HTTPTarget.events($0) { next(&parser, &$0) } }
        }
        HTTPTarget.expectRules(events, limits: limits)
        let most = 2 * (limits.headBytesMax + max(limits.bodyBytesMax, limits.largeBodyBytesMax))
        Heap.bound(
            Splits.seeded(input.bytes, seed: input.seed),
            allowed: { min(2 * $0, most) + 400 * limits.fieldLinesMax + 4096 }
        ) {
            var parser = RequestParser(limits: limits)
            return { buffer in
                var rest = UnsafeRawBufferPointer(buffer)
                while next(&parser, &rest) != nil {}
            }
        }
    }

    /// The next event of a parser whose large bodies are all welcome.
    private static func next(
        _ parser: inout RequestParser, _ rest: inout UnsafeRawBufferPointer
    ) -> RequestEvent? {
        let event = parser.next(&rest)
        if case .largeBody = event { parser.takeLargeBody() }
        return event
    }

    static let response = Target(name: "http-response", seeds: { ResponseSeeds.all }) { input in
        let limits = HTTPTarget.limits(input)
        let events = Oracle.sameInEverySplit(input) { pieces in
            var parser = ResponseParser(limits: limits)
            return pieces.flatMap { HTTPTarget.events($0) { parser.next(&$0) } }
        }
        HTTPTarget.expectRules(events)
    }
}
