internal import Kernel
public import Wire

/// The interface over HTTP, for programs that read OpenAPI.
///
/// - Source: OpenAPI 3.1.1.
public struct OpenAPIDocument {
    private let commands: [APICommand]
    private let routes: [APIRoute]
    let refusals: RefusalTable
    let schemas: MessageSchemas
    private let version: String
    /// The operations that are no commands.
    private let plain: [PlainOperation]

    /// - Parameters:
    ///   - commands: all, in the order in which they are to be shown.
    ///   - routes: the places with documents of their own.
    ///   - plain: the requests that are no commands.
    ///   - status: of HTTP, for a code.
    ///   - version: of the program.
    public init(
        of commands: [APICommand], _ routes: [APIRoute] = [], plain: [PlainOperation] = [],
        version: String,
        status: (ErrorCode) -> Int
    ) {
        self.commands = commands.filter { !$0.methods.isEmpty }
        (self.routes, self.plain, self.version) = (routes, plain, version)
        refusals = RefusalTable(status: status)
        schemas = MessageSchemas(
            .current, sent: self.commands.map(\.request.name) + routes.map(\.request.name),
            received: self.commands.map(\.replyType) + routes.flatMap(\.answerMessages)
                + ["CommandError"], hasLists: true)
    }

    /// The document.
    public var json: JSON {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "Upfor",
                "version": .string(version),
                "summary": "Which of my friends is up for the same thing right now.",
                "description": .string(Self.description),
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ],
            "servers": [["url": "/", "description": "this server"]],
            "tags": .array(tags),
            "paths": paths,
            "components": [
                "schemas": schemas.components.with(["Refusal": RefusalTable.schema]),
                "responses": refusals.responses,
                "securitySchemes": [
                    "token": [
                        "type": "http", "scheme": "bearer",
                        "description": "The token of accountLogin or accountRegister.",
                    ]
                ],
            ],
        ]
    }

    private static let description = """
        Every command of the protocol is a request: POST with its fields as JSON, and GET where it \
        only reads. An answer is the message that a WebSocket would get. A request with an \
        Idempotency-Key may be sent again: it has one effect, and the same answer. Fields that a \
        server does not know are ignored; a client ignores those that it does not know.
        """

    private var tags: [JSON] {
        var names: [String] = []
        for command in commands where !names.contains(command.request.file) {
            names.append(command.request.file)
        }
        for route in routes where !names.contains(route.interface) {
            names.append(route.interface)
        }
        return (names + ["server"]).map { ["name": .string($0)] }
    }

    private var paths: JSON {
        var paths: [(name: String, value: JSON)] = commands.map { command in
            ("/v1/\(command.name)", operations(of: command))
        }
        let others =
            routes.map { ($0.path, $0.method, operation(of: $0)) }
            + plain.map { ($0.path, $0.method, operation($0)) }
        for (path, method, described) in others {
            if let index = paths.firstIndex(where: { $0.name == path }) {
                paths[index].value = paths[index].value.with([method: described])
            } else {
                paths.append((path, .object([(method, described)])))
            }
        }
        return .object(paths)
    }

    private func operations(of command: APICommand) -> JSON {
        .object(
            command.methods.map { method in
                (method, method == "post" ? posting(command) : reading(command, by: method))
            })
    }

    /// Of a read that the client may have already.
    static let knownTag: JSON = [
        "name": "If-None-Match", "in": "header",
        "description": "The ETag of an answer that the client has.",
        "schema": ["type": "string"],
    ]
    static let known: (name: String, value: JSON) = (
        "304", ["description": "The client has it."]
    )
    /// Of an answer that is a page.
    private static let link: JSON = [
        "Link": [
            "description": "The address of the next page, rel=next. Absent: this is the last one.",
            "schema": ["type": "string"],
        ]
    ]
    /// Fields of a query are part of the address, whose length has a limit.
    static let tooLong: (name: String, value: JSON) = (
        "414", ["description": "The address is too long. Use POST."]
    )

    /// A parameter of a query.
    static func query(_ field: WireSchema.Field, _ schema: JSON) -> JSON {
        .members([
            "name": .string(field.name), "in": "query",
            "description": field.description.isEmpty ? nil : .string(field.description),
            "schema": schema,
        ])
    }

    /// Printable characters of ASCII without `"` and `\`; spaces are only inside.
    public static let key: JSON = [
        "name": "Idempotency-Key", "in": "header",
        "description": "The cid of the command, unless the body has it.",
        "schema": [
            "type": "string",
            "pattern": #"^[!#-\[\]-~]([ !#-\[\]-~]{0,62}[!#-\[\]-~])?$"#,
        ],
    ]

    private func posting(_ command: APICommand) -> JSON {
        common(command, id: command.name).with([
            "parameters": command.isRepeatable ? [Self.key] : nil,
            "requestBody": [
                "required": false,
                "content": [
                    "application/json": [
                        "schema": schemas.reference(to: command.request.name, .toServer),
                        "example": Example.object(of: command.request),
                    ]
                ],
            ],
            "responses": responses(to: command, hasBody: true, isPost: true),
        ])
    }

    private func reading(_ command: APICommand, by method: String) -> JSON {
        let parameters = command.request.fields.filter { $0.inner == nil }.map { field in
            Self.query(field, schemas.parameter(field))
        }
        return common(command, id: "\(command.name).\(method)").with([
            "parameters": .array(parameters + [Self.knownTag]),
            "responses": responses(to: command, hasBody: method == "get", isPost: false),
        ])
    }

    private func common(_ command: APICommand, id: String) -> JSON {
        .members([
            "operationId": .string(id),
            "tags": [.string(command.request.file)],
            "summary": command.summary.isEmpty ? nil : .string(command.summary),
            "description": command.request.comment == command.summary
                ? nil : .string(command.request.comment),
            "security": command.access == .user ? [["token": []]] : nil,
        ])
    }

    private func responses(to command: APICommand, hasBody: Bool, isPost: Bool) -> JSON {
        let answer: JSON = [
            "type": "object", "required": [.string(command.reply)],
            "properties": .object([
                (command.reply, schemas.reference(to: command.replyType, .toClient))
            ]),
        ]
        let success: JSON = .members([
            "description": "Done.",
            "headers": command.hasPages && !isPost ? Self.link : nil,
            "content": hasBody ? ["application/json": ["schema": answer]] : nil,
        ])
        var responses: [(name: String, value: JSON)] = [("200", success)]
        if !isPost { responses += [Self.known, Self.tooLong] }
        let statuses = refusals.statuses.filter { isPost || ![413, 415].contains($0) }
        for status in statuses {
            responses.append((String(status), refusals.reference(to: status, hasBody: hasBody)))
        }
        return .object(responses)
    }

    private func operation(_ operation: PlainOperation) -> JSON {
        var responses = operation.responses.map { response in
            (
                name: String(response.status),
                value: JSON.members([
                    "description": .string(response.text),
                    "content": response.content,
                ])
            )
        }
        for status in operation.refusals {
            responses.append(
                (String(status), refusals.reference(to: status, hasBody: true)))
        }
        return .members([
            "operationId": .string(operation.id), "tags": ["server"],
            "summary": .string(operation.summary),
            "parameters": operation.parameters.isEmpty ? nil : .array(operation.parameters),
            "requestBody": operation.body,
            "responses": .object(responses),
            "security": operation.needsToken ? [["token": []]] : nil,
        ])
    }
}

/// A request that is no command: a picture, a document, the state of the server.
public struct PlainOperation: Sendable {
    /// One answer.
    public struct Response: Sendable {
        let status: Int
        let text: String
        let mediaType: String?
        let schema: JSON?

        /// - Parameters: as OpenAPI has them.
        public init(
            _ status: Int, _ text: String, mediaType: String? = nil, schema: JSON? = nil
        ) {
            (self.status, self.text) = (status, text)
            (self.mediaType, self.schema) = (mediaType, schema)
        }

        fileprivate var content: JSON? {
            guard let mediaType else { return nil }
            let type: JSON = ["schema": schema ?? .object([])]
            return .object([(mediaType, type)])
        }
    }

    let method: String
    let path: String
    let id: String
    let summary: String
    let parameters: [JSON]
    let body: JSON?
    let responses: [Response]
    /// Statuses of refusals.
    let refusals: [Int]
    let needsToken: Bool

    /// - Parameters: as the properties; `method` in small letters.
    public init(
        _ method: String, _ path: String, id: String, _ summary: String, parameters: [JSON] = [],
        body: JSON? = nil, responses: [Response], refusals: [Int] = [], needsToken: Bool = false
    ) {
        (self.method, self.path, self.id, self.summary) = (method, path, id, summary)
        (self.parameters, self.body, self.responses) = (parameters, body, responses)
        (self.refusals, self.needsToken) = (refusals, needsToken)
    }
}

/// Places with documents of their own.
extension OpenAPIDocument {
    func operation(of route: APIRoute) -> JSON {
        let isRead = ["get", "head"].contains(route.method)
        var parameters = route.pathFields.map { name -> JSON in
            [
                "name": .string(name), "in": "path", "required": true,
                "schema": route.request.fields.contains { $0.name == name && $0.kind == .text }
                    ? ["type": "string"] : ["type": "integer", "minimum": 0],
            ]
        }
        if isRead { parameters += route.fields.map { Self.query($0, schemas.parameter($0)) } }
        if route.isRepeatable { parameters.append(Self.key) }
        if isRead { parameters.append(Self.knownTag) }
        return .members([
            "operationId": .string(route.id),
            "tags": [.string(route.interface)],
            "summary": .string(route.request.comment),
            "deprecated": route.isDeprecated ? .bool(true) : nil,
            "parameters": parameters.isEmpty ? nil : .array(parameters),
            "requestBody": isRead || route.fields.isEmpty ? nil : body(of: route),
            "responses": responses(to: route, isRead: isRead),
            "security": route.needsToken ? [["token": []]] : nil,
        ])
    }

    private func body(of route: APIRoute) -> JSON {
        [
            "required": false,
            "content": [
                "application/json": [
                    "schema": schemas.object(of: route.fields),
                    "example": Example.object(of: route.fields),
                ]
            ],
        ]
    }

    private func responses(to route: APIRoute, isRead: Bool) -> JSON {
        let hasBody = route.method != "head"
        var responses: [(name: String, value: JSON)] = [success(of: route, hasBody: hasBody)]
        if isRead { responses += [Self.known, Self.tooLong] }
        for status in refusals.statuses where !isRead || ![413, 415].contains(status) {
            responses.append((String(status), refusals.reference(to: status, hasBody: hasBody)))
        }
        return .object(responses)
    }

    private func success(of route: APIRoute, hasBody: Bool) -> (name: String, value: JSON) {
        switch route.answer {
        case .nothing: return ("204", ["description": "Done."])
        case .message: return ("200", ["description": "Done."])
        case .file(let contentType):
            let type: JSON = ["schema": ["type": "string"]]
            let content: JSON = .object([(contentType, type)])
            return ("200", .members(["description": "Done.", "content": hasBody ? content : nil]))
        case .either(let names):
            let references = names.map { schemas.reference(to: $0, .toClient) }
            let content: JSON = ["application/json": ["schema": ["anyOf": .array(references)]]]
            return ("200", .members(["description": "Done.", "content": hasBody ? content : nil]))
        case .document(let name, let isList, let status):
            let reference = schemas.reference(to: name, .toClient)
            let schema: JSON = isList ? ["type": "array", "items": reference] : reference
            let content: JSON = ["application/json": ["schema": schema]]
            return (
                status == .created ? "201" : "200",
                .members(["description": "Done.", "content": hasBody ? content : nil])
            )
        }
    }
}
