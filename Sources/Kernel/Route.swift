public import Wire

/// An HTTP route of a feature, beside the routes of commands by name.
public struct Route: Sendable {
    /// The method of a route. A `get` route also answers HEAD.
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// The method.
    public let method: Method
    /// Its path: `/v1/partners/{number}/`. Braces hold the name of a JSON field. A slash at the end
    /// is optional in requests.
    public let pattern: String
    /// The commands that requests become, and the form of their answers.
    public let form: RouteForm
    /// The fields in the path, in order.
    public let fields: [String]
    /// The interface that the route belongs to: "wordup". Its path is then /wordup followed by the
    /// pattern. On a server that has this interface at its root, it is the pattern alone, as it is
    /// for nil.
    public let interface: String?
    /// Whether a `get` changes something, as an older interface has it. Then the route does not
    /// answer HEAD, and there is a better route.
    public let isDeprecated: Bool

    init(
        _ method: Method, _ pattern: String, _ form: RouteForm, interface: String? = nil,
        isDeprecated: Bool = false
    ) {
        (self.method, self.pattern, self.form) = (method, pattern, form)
        (self.interface, self.isDeprecated) = (interface, isDeprecated)
        fields = pattern.split(separator: "/").compactMap { segment in
            guard segment.hasPrefix("{"), segment.hasSuffix("}") else { return nil }
            return String(segment.dropFirst().dropLast())
        }
    }
}

/// The form of an answer over HTTP, for a feature's route with a shape of its own.
public struct RouteAnswer: Sendable {
    /// Makes it from the outcome of a command, refusals included.
    public typealias Maker = @Sendable (ServerMessage.OneOf_Body) -> RouteAnswer

    /// What its body is.
    public enum Content: Sendable {
        /// The message, in JSON.
        case message(ServerMessage.OneOf_Body)
        /// JSON of the feature's own.
        case json([UInt8])
        /// Bytes of another media type.
        case file([UInt8], contentType: String)
        /// It has none.
        case nothing
    }

    /// A status that the answer does not have by itself.
    public enum Status: Sendable {
        case created, unsupportedMediaType
    }

    /// The body.
    public let content: Content
    /// Its status; nil: that of the refusal, or of success.
    public let status: Status?
    /// The query of the next page: "after=20"; nil: this is the last one, or the only one.
    public var next: String?
    /// Whether the request changed something. Then the answer differs the next time, and is not
    /// cached.
    public var isOfChange = false

    /// The query of the page behind an answer.
    public typealias Next = @Sendable (ServerMessage.OneOf_Body) -> String?

    /// One field of a query.
    ///
    /// - Source: RFC 3986 §2.3.
    public static func query(_ name: String, _ value: some CustomStringConvertible) -> String {
        let escaped = value.description.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                String(Unicode.Scalar(byte))
            default: "%" + [byte].hexadecimal
            }
        }
        return "\(name)=\(escaped.joined())"
    }

    /// The message as it is, as for commands by name.
    public static let asMessage: Maker = { RouteAnswer(content: .message($0), status: nil) }

    /// The message, with a status of its own.
    public static func message(
        _ body: ServerMessage.OneOf_Body, status: Status?
    ) -> RouteAnswer { RouteAnswer(content: .message(body), status: status) }

    /// JSON of the feature's own.
    public static func json(_ text: String, status: Status? = nil) -> RouteAnswer {
        RouteAnswer(content: .json(Array(text.utf8)), status: status)
    }

    /// JSON of the feature's own.
    public static func json(_ bytes: [UInt8], status: Status? = nil) -> RouteAnswer {
        RouteAnswer(content: .json(bytes), status: status)
    }

    /// A file.
    public static func file(_ text: String, contentType: String) -> RouteAnswer {
        file(Array(text.utf8), contentType: contentType)
    }

    /// A file.
    public static func file(_ bytes: [UInt8], contentType: String) -> RouteAnswer {
        RouteAnswer(content: .file(bytes, contentType: contentType), status: nil)
    }

    /// Success without content.
    public static let nothing = RouteAnswer(content: .nothing, status: nil)
}
