import HTTP
import HTTPTypes

extension Target {
    static let request = Target(name: "http-request", seeds: { RequestSeeds.all }) { input in
        let limits = HTTPTarget.limits(input)
        let isInParts = input.chooses(2)
        let events = Oracle.sameInEverySplit(input) { pieces in
            var reader = Reader(limits: limits, isInParts: isInParts)
            return pieces.flatMap { HTTPTarget.events($0) { reader.next(&$0) } }
        }
        HTTPTarget.expectRules(events, limits: limits)
        let most = 2 * (limits.headBytesMax + max(limits.bodyBytesMax, limits.largeBodyBytesMax))
        Heap.bound(
            Splits.seeded(input.bytes, seed: input.seed),
            allowed: { min(2 * $0, most) + 400 * limits.fieldLinesMax + 4096 }
        ) {
            var reader = Reader(limits: limits, isInParts: isInParts)
            return { buffer in
                var rest = UnsafeRawBufferPointer(buffer)
                while reader.next(&rest) != nil {}
            }
        }
    }

    /// A parser whose large bodies are all welcome. Parts of a body are joined: how many there are
    /// depends on the split.
    private struct Reader {
        private var parser: RequestParser
        private let isInParts: Bool
        private var joined: [UInt8] = []
        private var request: RequestEvent?

        init(limits: HTTPLimits, isInParts: Bool) {
            (parser, self.isInParts) = (RequestParser(limits: limits), isInParts)
        }

        mutating func next(_ rest: inout UnsafeRawBufferPointer) -> RequestEvent? {
            if let request {
                self.request = nil
                return request
            }
            while let event = parser.next(&rest) {
                switch event {
                case .largeBody: parser.takeLargeBody(inParts: isInParts)
                case .bodyPart(let bytes):
                    Oracle.require(!bytes.isEmpty, "an empty part")
                    joined += bytes
                    continue
                case .request(let said):
                    expectRoute(said)
                    guard !joined.isEmpty else { return event }
                    request = event
                    defer { joined = [] }
                    return .bodyPart(joined)
                case .violation: joined = []
                }
                return event
            }
            return nil
        }
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
