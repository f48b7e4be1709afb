import SwiftProtobuf
public import Wire

extension Catalog {
    /// Adds an HTTP route to a command of this catalogue. The braces of its path fill the fields of
    /// those names.
    ///
    /// The command is decoded, limited and executed as over a socket, and keeps its name.
    ///
    /// - Parameter shows: makes the answer; by default it is the command's, in JSON.
    public mutating func route<Command: Normalizable>(
        _ method: Route.Method, _ pattern: String, _ command: CommandCase<Command>,
        shows: @escaping RouteAnswer.Maker = RouteAnswer.asMessage
    ) {
        guard offers else { return }
        let entry = entry(of: command(Command()), for: method, pattern)
        routes.append(Route(method, pattern, RouteForm(entry, shows: shows)))
    }

    /// Adds a route of an interface whose documents have shapes of their own.
    ///
    /// - Parameters:
    ///   - interface: "wordup": the first part of the path.
    ///   - commands: those that `read` may return, each empty.
    ///   - answer: the body that `shows` makes.
    ///   - shows: makes the response.
    ///   - read: makes the command from a document, whose fields come from path, query, body and
    ///     Idempotency-Key.
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

    /// Adds a route of an interface whose documents may have members that the schema does not know.
    ///
    /// - Parameters:
    ///   - isDeprecated: whether a `get` may change something here.
    ///   - names: members that are not kept as free ones, those of the answer among them; nil: no
    ///     members are kept.
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
            guard let entry = entries.first(where: { $0.message?.field == command.field }) else {
                preconditionFailure("\(pattern) leads to a command that it has not named")
            }
            return (entry, .command(command))
        }
        routes.append(
            Route(method, pattern, form, interface: interface, isDeprecated: isDeprecated))
    }

    /// The command of a route; it must be usable there.
    private func entry(
        of command: ClientMessage.OneOf_Command, for method: Route.Method, _ pattern: String,
        isDeprecated: Bool = false
    ) -> CatalogEntry {
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
}

/// Commands whose body is no message of the schema: they upload, remove and serve files.
extension Catalog {
    /// Adds a command of a signed-in user that uploads a file. The user is known before a large
    /// body is read, and the work starts on a worker.
    ///
    /// - Parameters:
    ///   - name: in counts and in the event log.
    ///   - interface: the first part of the path, if the route belongs to an interface.
    ///   - rate: limits how often it may be used.
    ///   - begin: returns what has to be asked first, and the work after that.
    public mutating func upload(
        _ name: String, of interface: String? = nil, _ method: Route.Method,
        _ pattern: String, _ terms: UploadTerms, rate: Rate, shows: @escaping RouteAnswer.Maker,
        _ begin:
            @escaping @Sendable (PlainRequest, Caller, any Store) throws(Refusal) ->
            Inquiry<Transaction, ServerMessage.OneOf_Body>
    ) {
        precondition(method != .get, "\(pattern) changes something")
        let entry = CatalogEntry.Declaration(
            name: name, verb: .prepare, access: .user, workers: .files, upload: terms, rate: rate,
            reader: Self.plainReader(name) { request, caller in
                Self.began(
                    { (request, caller, store) throws(Refusal) in
                        if let check = terms.check {
                            try store.snapshot { (snapshot) throws(Refusal) in
                                try check(request, request.size, caller, snapshot)
                            }
                        }
                        return try begin(request, caller, store)
                    }, request, caller)
            }
        )
        add(entry, of: interface, method, pattern, shows)
    }

    /// Adds a command of a signed-in user that removes a file, which no rate limit stops. It waits
    /// behind the uploads that came before it.
    ///
    /// - Parameters: as of an upload.
    public mutating func remove(
        _ name: String, of interface: String? = nil, _ pattern: String,
        shows: @escaping RouteAnswer.Maker,
        _ begin:
            @escaping @Sendable (PlainRequest, Caller) throws(Refusal) ->
            @Sendable (Transaction) throws(Refusal) -> ServerMessage.OneOf_Body
    ) {
        var entry = CatalogEntry.Declaration(
            name: name, verb: .prepare, access: .user, workers: .files,
            reader: Self.plainReader(name, takesBack: .yes) { request, caller in
                Self.began(
                    { (request, caller, _) throws(Refusal) in
                        Inquiry(try begin(request, caller))
                    }, request, caller)
            })
        (entry.mayTakeBack, entry.isLimitedByContent) = (true, true)
        add(entry, of: interface, .delete, pattern, shows)
    }

    /// Adds a command that serves a file to everyone.
    ///
    /// - Parameters:
    ///   - name: in counts and in the event log.
    ///   - thing: what it is, for the answer when there is none: "picture".
    ///   - find: returns where the requested file is.
    public mutating func file(
        _ name: String, _ pattern: String, thing: String,
        _ find: @escaping @Sendable (PlainRequest) -> FileSource
    ) {
        let entry = CatalogEntry.Declaration(
            name: name, verb: .file, access: .anyone,
            reader: Self.plainReader(name) { request, _ in .file(find(request), thing: thing) })
        add(entry, of: nil, .get, pattern, RouteAnswer.asMessage)
    }

    /// Adds a command that serves a file to those who may see it. A caller who may not see a file
    /// gets the same answer as for a file that does not exist.
    ///
    /// - Parameters:
    ///   - name: in counts and in the event log.
    ///   - thing: what it is, for the answer when there is none: "document".
    ///   - rate: limits how often a user may request one.
    ///   - find: finds the file; nil: there is none that the caller may see.
    public mutating func privateFile(
        _ name: String, _ pattern: String, thing: String, rate: Rate,
        _ find: @escaping @Sendable (PlainRequest, Caller, Snapshot) throws(Refusal) -> ServedFile?
    ) {
        let entry = CatalogEntry.Declaration(
            name: name, verb: .file, access: .user, rate: rate,
            reader: Self.plainReader(name) { request, caller in
                guard let caller else { return .refused(.notSignedIn) }
                let look: FileSource.Look = { (snapshot) throws(Refusal) in
                    try find(request, caller, snapshot)
                }
                return .file(.stored(look), thing: thing)
            })
        add(entry, of: nil, .get, pattern, RouteAnswer.asMessage)
    }

    private mutating func add(
        _ entry: CatalogEntry.Declaration, of interface: String?, _ method: Route.Method,
        _ pattern: String,
        _ shows: @escaping RouteAnswer.Maker
    ) {
        guard offers else { return }
        precondition(self[.json(entry.name)] == nil, "\(entry.name) is in the schema")
        let form = RouteForm(plain: counted(entry), shows: shows)
        routes.append(Route(method, pattern, form, interface: interface))
    }

    private static func plainReader(
        _ name: String, takesBack: TakingBack = .no,
        _ work: @escaping @Sendable (PlainRequest, Caller?) -> Work
    ) -> CatalogEntry.Reader {
        { (input, caller, _) throws(DecodingFailure) in
            DecodedCommand(work(try input.plain(named: name), caller), takesBack: takesBack)
        }
    }

    private static func began(
        _ begin:
            @escaping @Sendable (PlainRequest, Caller, any Store) throws(Refusal) ->
            Inquiry<Transaction, ServerMessage.OneOf_Body>,
        _ request: PlainRequest, _ caller: Caller?
    ) -> Work {
        guard let caller else { return .refused(.notSignedIn) }
        let work: @Sendable (any Store, AttemptLimit) throws(Refusal) -> Work = {
            (store, _) throws(Refusal) in
            try begin(request, caller, store).work {
                .write($0)
            } answer: {
                $0
            }
        }
        return .prepare(work)
    }

    /// The largest body in bytes that any route accepts.
    public var uploadBytesMax: Int {
        routes.flatMap(\.form.entries).compactMap(\.upload?.bodyBytesMax).max() ?? 0
    }
}
