internal import Kernel
public import Wire

/// What there is over HTTP, for programs that read OpenAPI.
///
/// - Source: OpenAPI 3.1.1.
public struct OpenAPIDocument {
    private let commands: [APICommand]
    private let refusals: RefusalTable
    private let schemas: MessageSchemas
    private let version: String
    /// What is no command.
    private let plain: [PlainOperation]

    /// - Parameters:
    ///   - commands: all, in the order in which they are to be shown.
    ///   - plain: the requests that are no commands.
    ///   - status: of HTTP, for a code.
    ///   - version: of the program.
    public init(
        of commands: [APICommand], plain: [PlainOperation] = [], version: String,
        status: (ErrorCode) -> Int
    ) {
        self.commands = commands.filter { !$0.methods.isEmpty }
        (self.plain, self.version) = (plain, version)
        refusals = RefusalTable(status: status)
        schemas = MessageSchemas(
            .current, sent: self.commands.map(\.request.name),
            received: self.commands.map(\.replyType) + ["CommandError"])
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
        return (names + ["server"]).map { ["name": .string($0)] }
    }

    private var paths: JSON {
        var paths: [(name: String, value: JSON)] = commands.map { command in
            ("/v1/\(command.name)", operations(of: command))
        }
        for operation in plain {
            let described = self.operation(operation)
            if let index = paths.firstIndex(where: { $0.name == operation.path }) {
                paths[index].value = paths[index].value.with([operation.method: described])
            } else {
                paths.append((operation.path, .object([(operation.method, described)])))
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

    /// Printable characters of ASCII without `"` and `\`; spaces are only inside.
    private static let key: JSON = [
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
            JSON.members([
                "name": .string(field.name), "in": "query",
                "description": field.comment.isEmpty ? nil : .string(field.comment),
                "schema": schemas.parameter(field),
            ])
        }
        return common(command, id: "\(command.name).\(method)").with([
            "parameters": parameters.isEmpty ? nil : .array(parameters),
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
            "content": hasBody ? ["application/json": ["schema": answer]] : nil,
        ])
        var responses: [(name: String, value: JSON)] = [("200", success)]
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
