import SwiftProtobuf
public import Wire

extension Catalog {
    /// Adds a place over HTTP where a command of this catalogue is used: what stands in the braces
    /// of its path fills the fields of those names.
    ///
    /// The command is decoded, limited and done as over a socket, and by its own name.
    ///
    /// - Parameter shows: makes the answer; by default it is the command's, in JSON.
    public mutating func route<Command: Normalizable>(
        _ method: Route.Method, _ pattern: String, _ command: CommandCase<Command>,
        shows: @escaping RouteAnswer.Maker = RouteAnswer.asMessage
    ) {
        guard offers else { return }
        let entry = entry(of: command(Command()), for: method, pattern)
        routes.append(Route(method, pattern, .command(RouteForm(entry, shows: shows))))
    }

    /// Adds a place of an interface whose documents have shapes of their own.
    ///
    /// - Parameters:
    ///   - interface: "wordup": the first part of the path.
    ///   - commands: those that `read` returns, each empty.
    ///   - answer: what `shows` makes.
    ///   - shows: makes the response.
    ///   - read: makes the command of a document: path, query, body and Idempotency-Key fill its
    ///     fields.
    public mutating func route<Document: Normalizable>(
        of interface: String, _ method: Route.Method, _ pattern: String,
        to commands: [ClientMessage.OneOf_Command],
        answer: RouteForm.Answer = .nothing, isDeprecated: Bool = false,
        shows: @escaping RouteAnswer.Maker,
        _ read:
            @escaping @Sendable (Document) throws(DecodingFailure) -> ClientMessage.OneOf_Command
    ) {
        route(
            of: interface, method, pattern, to: commands, answer: answer,
            isDeprecated: isDeprecated, shows: shows, keeping: nil
        ) { (document: Document, _) throws(DecodingFailure) in try read(document) }
    }

    /// Adds a place of an interface whose documents may have members that the schema does not know.
    ///
    /// - Parameters:
    ///   - isDeprecated: whether a `get` may change something here.
    ///   - names: members that are not kept as free ones: those of the answer, too; nil: none are
    ///     kept.
    public mutating func route<Document: Normalizable>(
        of interface: String, _ method: Route.Method, _ pattern: String,
        to commands: [ClientMessage.OneOf_Command],
        answer: RouteForm.Answer = .nothing, isDeprecated: Bool = false,
        shows: @escaping RouteAnswer.Maker, keeping names: Set<String>?,
        _ read:
            @escaping @Sendable (Document, FreeMembers) throws(DecodingFailure) ->
            ClientMessage.OneOf_Command
    ) {
        guard offers else { return }
        let entries = commands.map {
            entry(of: $0, for: method, pattern, isDeprecated: isDeprecated)
        }
        let document = Document.protoMessageName.split(separator: ".").last.map(String.init) ?? ""
        let form = RouteForm(
            entries, request: document, answer: answer, shows: shows
        ) { (fields) throws(DecodingFailure) in
            let free =
                if let names {
                    try FreeMembers(of: fields.json, without: names)
                } else {
                    try FreeMembers("")
                }
            let command = try read(fields.decoded(Document.self), free)
            let message = Self.encoded(command)
            let field = message.withUnsafeBytes { bytes in
                (try? CommandEnvelope(opening: bytes, format: .binary))?.name
            }
            guard let entry = entries.first(where: { field == .binary($0.field) }) else {
                preconditionFailure("\(pattern) leads to a command that it has not named")
            }
            return (entry, .message(message))
        }
        routes.append(
            Route(
                method, pattern, .command(form), interface: interface,
                isDeprecated: isDeprecated))
    }

    private static func encoded(_ command: ClientMessage.OneOf_Command) -> [UInt8] {
        var message = ClientMessage()
        (message.id, message.command) = (1, command)
        do {
            return try message.serializedBytes()
        } catch {
            preconditionFailure("a command cannot be encoded: \(error)")
        }
    }

    /// The command of a place, which can be used there.
    private func entry(
        of command: ClientMessage.OneOf_Command, for method: Route.Method, _ pattern: String,
        isDeprecated: Bool = false
    ) -> Entry {
        let name = Self.identity(of: command).name
        guard let entry = self[.json(name)] else {
            preconditionFailure("\(pattern) comes before \(name)")
        }
        let isRead = entry.isRead
        precondition(
            isRead || entry.verb == .write || entry.verb == .prepare,
            "\(entry.name) needs a socket")
        precondition(
            method != .get || isRead || isDeprecated,
            "\(entry.name) changes something, and \(pattern) does not")
        return entry
    }

    /// Adds a place over HTTP where something is changed by a body of any kind.
    ///
    /// - Parameter interface: the first part of the path, where it is one of an interface's.
    public mutating func route(
        of interface: String? = nil, _ method: Route.Method, _ pattern: String,
        _ change: RouteChange
    ) {
        guard offers else { return }
        precondition(method != .get, "\(pattern) changes something")
        routes.append(Route(method, pattern, .change(change), interface: interface))
    }

    /// Adds a place over HTTP where files are seen; the last segment of its path is their names.
    public mutating func route(_ pattern: String, _ file: RouteFile) {
        guard offers else { return }
        routes.append(Route(.get, pattern, .file(file)))
    }

    /// Adds a place over HTTP where files are seen that not everybody may see.
    public mutating func route(_ pattern: String, _ file: RoutePrivateFile) {
        guard offers else { return }
        routes.append(Route(.get, pattern, .privateFile(file)))
    }

    /// Names of what is counted: commands, in their order, and changes that are none.
    public var countedNames: [String] { entries.map(\.name) + changeNames }

    /// Where a change is counted.
    public func place(of change: RouteChange) -> Int {
        changeNames.firstIndex(of: change.name).map { entries.count + $0 } ?? -1
    }

    /// Most bytes of a body that some place takes.
    public var routeBodyBytesMax: Int {
        routes.reduce(0) { most, route in
            guard case .change(let change) = route.target else { return most }
            return max(most, change.bodyBytesMax ?? 0)
        }
    }

    private var changeNames: [String] {
        var names: [String] = []
        for case .change(let change) in routes.map(\.target) where !names.contains(change.name) {
            names.append(change.name)
        }
        return names
    }
}
