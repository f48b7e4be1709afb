public import HTTPTypes

/// Finds what a request's path stands for: a table that is built once, and asked for each request.
///
/// A pattern is a path whose segments are words or parameters: `/matches/{id}/meetup.ics`. A word
/// is preferred to a parameter in the same place, if a pattern goes on from it. A slash at the end
/// of a request's path counts, unless the pattern takes it.
///
/// - Complexity: one look-up for each segment and, where words and parameters could both be meant,
///   for each branch, whatever the number of patterns; one in all where no pattern with parameters
///   is meant.
public struct Router<Target: Sendable>: Sendable {
    /// The outcome of routing a request.
    public enum Outcome: Sendable {
        /// - Parameter values: the decoded segments in place of parameters, in order.
        case found(Target, values: [String])
        /// The path is known, for these methods.
        case notAllowed([HTTPRequest.Method])
        case notFound
        /// The path is no path: a broken escape, a control character, no UTF-8, or a folder above.
        case malformed
    }

    private struct Node: Sendable {
        var words: [String: Int] = [:]
        var parameter: Int?
        /// In the order of their coming; a method of nil is any.
        var targets: [(method: HTTPRequest.Method?, target: Target)] = []
        /// Whether a path may end here with a slash.
        var takesSlash = false

        /// Where a word leads. Words are ASCII; a dictionary of texts would take the sign of Kelvin
        /// for a `K`.
        func next(_ segment: String) -> Int? {
            segment.utf8.allSatisfy { $0 < 0x80 } ? words[segment] : nil
        }
    }

    private var nodes = [Node()]
    /// The places of patterns without parameters, by their paths: found by one look-up.
    private var plain: [String: Int] = [:]

    /// A table without patterns.
    public init() {}

    /// Adds what is done with a path.
    ///
    /// - Parameters:
    ///   - method: nil: any; what is asked for decides what is allowed then.
    ///   - pattern: begins with a slash; parameters are in braces. One that ends with a slash takes
    ///     paths with it or without.
    public mutating func add(
        _ method: HTTPRequest.Method?, _ pattern: String, _ target: Target
    ) {
        precondition(pattern.hasPrefix("/"), "\(pattern) does not begin with a slash")
        precondition(pattern.utf8.allSatisfy { $0 < 0x80 }, "\(pattern) is not ASCII")
        var place = 0
        for segment in pattern.split(separator: "/") {
            place =
                segment.hasPrefix("{") && segment.hasSuffix("}")
                ? parameter(of: place) : word(String(segment), of: place)
        }
        let isNew = nodes[place].targets.allSatisfy { $0.method != method }
        precondition(isNew, "\(method?.rawValue ?? "any") \(pattern) twice")
        nodes[place].targets.append((method, target))
        if pattern.hasSuffix("/") { nodes[place].takesSlash = true }
        if !pattern.contains("{") { plain[pattern] = place }
    }

    /// What a request asks for.
    public func route(_ head: HTTPRequest) -> Outcome {
        let whole = head.path ?? "/"
        let end = whole.utf8.firstIndex(of: UInt8(ascii: "?")) ?? whole.endIndex
        if let place = plain[String(whole[..<end])] { return outcome(at: place, [], head.method) }
        let path = whole.utf8[..<end]
        let outcome = route(head.method, Self.segments(of: path)[...], from: 0, []) { place in
            nodes[place].takesSlash || path.last != UInt8(ascii: "/")
        }
        guard case .notFound = outcome else { return outcome }
        return head.hasPlainPath ? .notFound : .malformed
    }

    /// Where the rest of a path leads: by a word, or else by a parameter.
    private func route(
        _ method: HTTPRequest.Method, _ rest: ArraySlice<Substring.UTF8View>, from place: Int,
        _ values: [String], mayEnd: (Int) -> Bool
    ) -> Outcome {
        guard let bytes = rest.first else {
            return mayEnd(place) ? outcome(at: place, values, method) : .notFound
        }
        guard let segment = PathSegment.decoded(bytes) else { return .malformed }
        let rest = rest.dropFirst()
        if let next = nodes[place].next(segment) {
            let outcome = route(method, rest, from: next, values, mayEnd: mayEnd)
            guard case .notFound = outcome else { return outcome }
        }
        guard let next = nodes[place].parameter, !segment.isEmpty else { return .notFound }
        return route(method, rest, from: next, values + [segment], mayEnd: mayEnd)
    }

    private func outcome(
        at place: Int, _ values: [String], _ method: HTTPRequest.Method
    ) -> Outcome {
        let targets = nodes[place].targets
        guard !targets.isEmpty else { return .notFound }
        let found = targets.first { $0.method == method || $0.method == nil }
        guard let found else { return .notAllowed(targets.compactMap(\.method)) }
        return .found(found.target, values: values)
    }

    /// Those between slashes; nothing behind the last one is none.
    private static func segments(of path: Substring.UTF8View) -> [Substring.UTF8View.SubSequence] {
        var segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if segments.first?.isEmpty == true { segments.removeFirst() }
        if segments.last?.isEmpty == true { segments.removeLast() }
        return segments
    }

    private mutating func word(_ word: String, of place: Int) -> Int {
        if let next = nodes[place].words[word] { return next }
        nodes.append(Node())
        nodes[place].words[word] = nodes.count - 1
        return nodes.count - 1
    }

    private mutating func parameter(of place: Int) -> Int {
        if let next = nodes[place].parameter { return next }
        nodes.append(Node())
        nodes[place].parameter = nodes.count - 1
        return nodes.count - 1
    }
}
