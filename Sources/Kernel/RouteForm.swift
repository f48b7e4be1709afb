public import Wire

/// How the requests of a route become commands, and answers become responses.
public struct RouteForm: Sendable {
    /// The command of a request, and its content.
    public typealias Command = (entry: CatalogEntry, content: RequestContent)

    /// How a request becomes a command.
    public enum Reader: Sendable {
        /// From the fields of its path, its query and its body.
        case fields(@Sendable (_ request: RequestFields) throws(DecodingFailure) -> Command)
        /// As it is: this command has no message in the schema.
        case plain(CatalogEntry)
    }

    /// The body of a response, unless the command is refused.
    public enum Answer: Sendable {
        /// The message of the command.
        case message
        /// A message of the schema as a document, or an array of them.
        case document(String, isList: Bool = false, status: RouteAnswer.Status? = nil)
        /// One of several messages of the schema, depending on the request.
        case either([String])
        /// Bytes of another media type.
        case file(contentType: String)
        /// Nothing: 204.
        case nothing
    }

    /// The commands that a request may become.
    public let entries: [CatalogEntry]
    /// The message of the schema that a request fills; nil: the command's own.
    public let request: String?
    /// The body of a response.
    public let answer: Answer
    /// Reads a request.
    public let reader: Reader
    /// Makes the response from the outcome of the command.
    public let shows: RouteAnswer.Maker

    /// A command as its message in the schema has it.
    public init(_ entry: CatalogEntry, shows: @escaping RouteAnswer.Maker = RouteAnswer.asMessage) {
        entries = [entry]
        (request, answer) = (nil, .message)
        reader = .fields { (fields) throws(DecodingFailure) in (entry, .fields(fields)) }
        guard let next = entry.next else {
            self.shows = shows
            return
        }
        self.shows = { body in
            var answer = shows(body)
            answer.next = answer.next ?? next(body)
            return answer
        }
    }

    init(
        _ entries: [CatalogEntry], request: String, answer: Answer,
        shows: @escaping RouteAnswer.Maker,
        _ read: @escaping @Sendable (RequestFields) throws(DecodingFailure) -> Command
    ) {
        (self.entries, self.request, self.answer) = (entries, request, answer)
        (reader, self.shows) = (.fields(read), shows)
    }

    /// A command that has no message in the schema.
    init(plain entry: CatalogEntry, shows: @escaping RouteAnswer.Maker) {
        (entries, request, answer) = ([entry], nil, .message)
        (reader, self.shows) = (.plain(entry), shows)
    }

    /// The command, if it has no message in the schema.
    public var plain: CatalogEntry? {
        if case .plain(let entry) = reader { entry } else { nil }
    }

    /// Whether every command needs a signed-in user.
    public var isForUsers: Bool { entries.allSatisfy { $0.access == .user } }
}
