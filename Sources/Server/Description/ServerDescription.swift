import APIDescription
import HTTPTypes
import Kernel
import Wire

/// What a server with some settings says of itself to programs: its commands and requests.
public struct ServerDescription: Sendable {
    private let commands: [APICommand]

    /// - Throws: ``StartFailure`` when there is no memory.
    public init(_ configuration: Configuration) throws {
        self.init(of: try Catalog(atRest: configuration))
    }

    init(of catalog: Catalog) {
        commands = catalog.entries.map(APICommand.init(served:))
    }

    /// The OpenAPI document: what there is over HTTP.
    public var openAPI: [UInt8] {
        OpenAPIDocument(
            of: commands, plain: PlainOperation.ofServer, version: Version.text,
            status: { $0.httpStatus.code }
        ).json.document
    }

    /// The AsyncAPI document: what goes over a WebSocket.
    public var asyncAPI: [UInt8] {
        AsyncAPIDocument(of: commands, version: Version.text).json.document
    }

    /// The commands over HTTP as a page in Markdown.
    public var page: String { ReferencePage(of: commands).text }
}

extension APICommand {
    /// A command as a server serves it.
    init(served entry: Catalog.Entry) {
        let methods = HTTPCall.methods(of: entry) ?? []
        self.init(entry, methods: methods.map { $0.rawValue.lowercased() })
    }
}

extension PlainOperation {
    /// The requests of a server that are no commands.
    static let ofServer = [
        PlainOperation(
            "get", "/healthz", id: "healthz", "Whether the process serves.",
            responses: [.init(200, "It does.", mediaType: "application/json", schema: health)]),
        PlainOperation(
            "get", "/readyz", id: "readyz", "Whether the server takes new clients.",
            responses: [
                .init(200, "It does.", mediaType: "application/json", schema: health),
                .init(503, "It does not.", mediaType: "application/json", schema: health),
            ]),
        PlainOperation(
            "get", "/v1/ws", id: "socket", "Opens a WebSocket: asyncapi.json says what it takes.",
            responses: [.init(101, "A WebSocket from here on.")],
            refusals: [400, 401, 403]
        ),
        PlainOperation(
            "put", "/avatar", id: "avatar.put", "Changes one's picture.",
            body: [
                "required": true,
                "content": [
                    "image/jpeg": ["schema": [:]], "image/png": ["schema": [:]],
                    "image/webp": ["schema": [:]],
                ],
            ],
            responses: [.init(200, "Changed.", mediaType: "application/json", schema: path)],
            refusals: [400, 401, 403, 413, 415, 429, 500, 503], needsToken: true),
        PlainOperation(
            "delete", "/avatar", id: "avatar.delete", "Takes one's picture away.",
            responses: [.init(204, "Gone.")], refusals: [401, 403, 429, 500, 503],
            needsToken: true),
        PlainOperation(
            "get", "/avatars/{name}", id: "avatar.get", "A picture, by the path in a profile.",
            parameters: [
                [
                    "name": "name", "in": "path", "required": true,
                    "schema": ["type": "string", "pattern": "^[A-Za-z0-9._-]+$"],
                ]
            ],
            responses: [
                .init(200, "The picture.", mediaType: "image/*"),
                .init(304, "The client has it."),
            ], refusals: [400, 404, 500]),
    ]

    private static let health: JSON = ["type": "object"]
    private static let path: JSON = [
        "type": "object", "required": ["avatar"], "properties": ["avatar": ["type": "string"]],
    ]
}
