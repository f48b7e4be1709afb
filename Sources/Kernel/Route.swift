public import Wire

/// A place over HTTP that a feature has, beside its commands by their names.
public struct Route: Sendable {
    /// How a place is used. Whoever may `get` may ask for the head alone.
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// What a request leads to.
    public enum Target: Sendable {
        /// A command, whose fields are in path, query and body.
        case command(RouteForm)
        /// A change of what somebody has, by a body of any kind.
        case change(RouteChange)
        /// A file that anybody may see and keep.
        case file(RouteFile)
        /// A file that only some may see.
        case privateFile(RoutePrivateFile)
    }

    /// How it is used.
    public let method: Method
    /// Its path: `/v1/partners/{number}/`. What is in braces is a field's name in JSON. With a
    /// slash at the end, a request may have one or not.
    public let pattern: String
    /// What is done.
    public let target: Target
    /// The fields in the path, in order.
    public let fields: [String]
    /// The interface that the place belongs to: "wordup". Its path is then /wordup and the pattern,
    /// and the pattern alone on a server that has this interface at its root. Nil: the pattern.
    public let interface: String?
    /// Whether a `get` changes something, as an older interface has it: there is no head of it to
    /// be asked for, and a better place.
    public let isDeprecated: Bool

    init(
        _ method: Method, _ pattern: String, _ target: Target, interface: String? = nil,
        isDeprecated: Bool = false
    ) {
        (self.method, self.pattern, self.target) = (method, pattern, target)
        (self.interface, self.isDeprecated) = (interface, isDeprecated)
        fields = pattern.split(separator: "/").compactMap { segment in
            guard segment.hasPrefix("{"), segment.hasSuffix("}") else { return nil }
            return String(segment.dropFirst().dropLast())
        }
    }
}

/// How an answer reads over HTTP, where a feature's place has a shape of its own.
public struct RouteAnswer: Sendable {
    /// Makes it of what a command or a change came to, a refusal included.
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

    /// A status that the answer itself does not have.
    public enum Status: Sendable {
        case created, unsupportedMediaType
    }

    /// What its body is.
    public let content: Content
    /// Its status; nil: that of the refusal, or the one of success.
    public let status: Status?
    /// The query of the next page: "after=20"; nil: this is the last one, or the only one.
    public var next: String?
    /// Whether something was changed: then it is not the same the next time, and not kept.
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

    /// The message as it is, as of commands by their names.
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

    /// It is done, and there is nothing to say.
    public static let nothing = RouteAnswer(content: .nothing, status: nil)
}

/// A change by a body of any kind, for whom a token in the head of the request names: he is known
/// before a large body is read.
public struct RouteChange: Sendable {
    /// What it begins on a worker, given the body and the token, and ends in a transaction.
    public typealias Work =
        @Sendable (_ body: [UInt8], _ token: String) throws(Refusal) -> WriteJob.Command
    /// The same, for one that has to ask something outside that takes its time; nothing but what
    /// comes of it is done in the transaction.
    public typealias Inquiring =
        @Sendable (_ body: [UInt8], _ token: String, _ path: String, any Store) throws(Refusal) ->
        Inquiry<Transaction, ServerMessage.OneOf_Body>
    /// The same, for one whose path says more than what is changed.
    public typealias PlacedWork =
        @Sendable (_ body: [UInt8], _ token: String, _ path: String) throws(Refusal) ->
        WriteJob.Command

    /// What it is called in counts and in the event log, as if it were a command.
    public let name: String
    /// Limits how often it may be done.
    public let rate: Rate
    /// Whether it only takes something back from others: then no rate limit stops it.
    public private(set) var takesBack = false
    /// Most bytes of its body, over what other requests may have; nil: it needs no large body.
    public let bodyBytesMax: Int?
    /// Whether its work on a worker is short, and who is asked then bounds how many may wait: so it
    /// is never refused for what else waits for the worker.
    public let isBrief: Bool
    /// What is changed, in the plural, for who is refused: "pictures".
    public let things: String
    /// What is done, of body, token and path, on a worker.
    public let work: @Sendable ([UInt8], String, String, any Store) throws(Refusal) -> Kernel.Work
    /// How its answer reads.
    public let shows: RouteAnswer.Maker

    /// - Parameters: as the properties. A change with a large body waits for room; one without
    ///   takes no time, and goes behind those that came before it.
    public init(
        _ name: String, of things: String, rate: Rate, bodyBytesMax: Int? = nil,
        shows: @escaping RouteAnswer.Maker, _ work: @escaping Work
    ) {
        self.init(
            name, of: things, rate: rate, bodyBytesMax: bodyBytesMax, shows: shows
        ) { (body, token, _) throws(Refusal) in try work(body, token) }
    }

    /// - Parameters:
    ///   - takesBack: as the property.
    ///   - work: is given the path of the request, with its query.
    public init(
        _ name: String, of things: String, rate: Rate, takesBack: Bool = false,
        bodyBytesMax: Int? = nil, shows: @escaping RouteAnswer.Maker, _ work: @escaping PlacedWork
    ) {
        self.init(
            name, of: things, rate: rate, bodyBytesMax: bodyBytesMax, shows: shows,
            asking: { (body, token, path, _) throws(Refusal) in
                Inquiry(try work(body, token, path))
            })
        self.takesBack = takesBack
    }

    /// - Parameters:
    ///   - isBrief: as the property.
    ///   - begin: says what has to be asked, and what is done then.
    public init(
        _ name: String, of things: String, rate: Rate, bodyBytesMax: Int? = nil,
        isBrief: Bool = false, shows: @escaping RouteAnswer.Maker, asking begin: @escaping Inquiring
    ) {
        (self.name, self.things, self.rate) = (name, things, rate)
        (self.bodyBytesMax, self.isBrief, self.shows) = (bodyBytesMax, isBrief, shows)
        work = { (body, token, path, store) throws(Refusal) in
            try begin(body, token, path, store).work {
                .write($0)
            } answer: {
                $0
            }
        }
    }
}

/// Files that anybody may see: what a name stands for never changes.
public struct RouteFile: Sendable {
    /// Looks for one. Whoever has it already (`isKnown`) needs no bytes.
    public typealias Look =
        @Sendable (_ snapshot: Snapshot, _ isKnown: Bool) throws(Refusal) -> ServedFile?

    /// Where a file is.
    public enum Place: Sendable {
        /// Here; nil: there is none of that name.
        case here(ServedFile?)
        /// In the data.
        case stored(Look)
    }

    /// What one of them is called, for who finds none: "picture".
    public let thing: String
    /// Where the file of a name is.
    public let find: @Sendable (_ name: String) -> Place

    /// - Parameters: as the properties.
    public init(_ thing: String, _ find: @escaping @Sendable (_ name: String) -> Place) {
        (self.thing, self.find) = (thing, find)
    }
}

/// Files that only some may see: a token in the head of the request says who asks. Who may not see
/// one, and where there is none, gets the same answer.
public struct RoutePrivateFile: Sendable {
    /// Looks for one; nil: there is none that the caller may see.
    ///
    /// - Parameters:
    ///   - token: good at the time of the snapshot, or what is thrown says so.
    ///   - values: what stands in the braces of the path, in order.
    public typealias Look =
        @Sendable (_ snapshot: Snapshot, _ token: String, _ values: [String]) throws(Refusal) ->
        ServedFile?

    /// What one of them is called, for who finds none: "document".
    public let thing: String
    /// Limits how often a user may ask for one.
    public let rate: Rate
    /// Whether a client may keep one, and ask whether it is still the same and theirs to see.
    public let mayBeKept: Bool
    /// Looks for one.
    public let find: Look

    /// - Parameters: as the properties.
    public init(_ thing: String, rate: Rate, mayBeKept: Bool = true, _ find: @escaping Look) {
        (self.thing, self.rate, self.mayBeKept, self.find) = (thing, rate, mayBeKept, find)
    }
}

/// A file on its way to whoever wants to see it.
public struct ServedFile: Equatable, Sendable {
    /// What tells it from all others, and never changes.
    public let name: String
    /// Its kind, as HTTP says it.
    public let contentType: String
    /// The file; empty for who has it.
    public let bytes: [UInt8]
    /// What a browser calls it that stores it instead of showing it: letters, digits, dots; nil: it
    /// may be shown.
    public let storedAs: String?

    /// - Parameters: as the properties.
    public init(name: String, contentType: String, bytes: [UInt8], storedAs: String? = nil) {
        (self.name, self.contentType, self.bytes) = (name, contentType, bytes)
        self.storedAs = storedAs
    }
}
