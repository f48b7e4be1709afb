import HTTP
import HTTPTypes

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
        if case .request(let request) = event { expectRoute(request) }
        return event
    }

    private static let routes: Router<Int> = {
        var routes = Router<Int>()
        for (index, pattern) in ["/", "/a", "/{x}", "/a/{x}/b", "/{x}/{y}"].enumerated() {
            routes.add(.get, pattern, index)
        }
        return routes
    }()

    /// A path stands for something or nothing; what is taken out of it holds no control character.
    private static func expectRoute(_ request: Request) {
        guard case .found(let index, let values) = routes.route(request.head) else { return }
        precondition(values.count == [0, 0, 1, 1, 2][index], "another number of parameters")
        precondition(
            values.allSatisfy { value in
                !value.isEmpty && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
            }, "a parameter that is none")
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
