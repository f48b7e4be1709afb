import APIDescription
import Gateway
import HTTPTypes
import Kernel
package import Lexicon
import Observability
package import Settings
import Wire
import Words

/// The description of a server for programs: its commands and requests, with some settings.
public struct ServerDescription: Sendable {
    private let commands: [APICommand]
    private let routes: [APIRoute]

    /// The description of a daemon with these settings and dictionaries.
    ///
    /// - Throws: ``StartFailure`` when there is no memory.
    package init(_ configuration: Configuration, _ dictionaries: [DictionaryFile]) throws {
        let catalog = try Catalog(
            atRest: configuration, words: WordTerms(lexicons: dictionaries))
        self.init(of: catalog, root: configuration.http.root.rawValue)
    }

    /// - Parameter root: the interface whose places are also at `/`.
    init(of catalog: Catalog, root: String) {
        commands = catalog.entries.map(APICommand.init(served:))
        routes = catalog.routes.flatMap { route in
            route.places(root: root).compactMap { place in
                APIRoute(route, method: place.method.rawValue.lowercased(), path: place.path)
            }
        }
    }

    /// The documents that a server serves.
    static func served(
        _ catalog: Catalog, _ configuration: Configuration
    ) -> ServedDescriptions {
        let root = configuration.http.root.rawValue
        // Not before one is requested: reading the schema takes longer than anything else at start.
        return ServedDescriptions { kind in
            let description = ServerDescription(of: catalog, root: root)
            return kind == .openAPI ? description.openAPI : description.asyncAPI
        }
    }

    /// The OpenAPI document: what there is over HTTP.
    public var openAPI: [UInt8] { openAPIDocument.document }

    var openAPIDocument: JSON {
        OpenAPIDocument(
            of: commands, routes,
            plain: PlainOperation.ofServer + (hasTeams ? PlainOperation.ofTeams : [])
                + (hasWords ? PlainOperation.ofWords : []),
            version: Version.text,
            status: { $0.httpStatus.code }
        ).json
    }

    private var hasTeams: Bool { commands.contains { $0.name == "gatheringFind" } }
    private var hasWords: Bool { commands.contains { $0.name == "wordRead" } }

    /// The AsyncAPI document: what goes over a WebSocket.
    public var asyncAPI: [UInt8] {
        AsyncAPIDocument(of: commands, version: Version.text).json.document
    }

    /// The commands over HTTP as a page in Markdown.
    public var page: String { ReferencePage(of: commands).text }
}

extension APICommand {
    /// A command as a server serves it.
    init(served entry: CatalogEntry) {
        let methods = HTTPCall.methods(of: entry) ?? []
        self.init(entry, methods: methods.map { $0.rawValue.lowercased() })
    }
}

extension PlainOperation {
    /// The requests of a server that are no commands.
    static let ofServer =
        [
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
                "get", "/openapi.json", id: "openapi", "The requests, for programs: this document.",
                responses: document),
            PlainOperation(
                "get", "/asyncapi.json", id: "asyncapi",
                "The messages of a WebSocket, for programs: an AsyncAPI document.",
                responses: document),
            PlainOperation(
                "get", "/v1/ws", id: "socket",
                "Opens a WebSocket: asyncapi.json says what it takes.",
                responses: [.init(101, "A WebSocket from here on.")],
                refusals: [400, 401, 403]
            ),
            PlainOperation(
                "get", "/v1/events", id: "events",
                "Opens a session that only listens: server-sent events, each a WebSocket message.",
                parameters: [
                    query("device"), query("after", ["type": "integer", "minimum": 0]),
                    query("epoch"), query("silent", ["type": "boolean"]),
                    query("snapshot", ["type": "boolean"]),
                    [
                        "name": "Last-Event-ID", "in": "header",
                        "description": "The id of the last event: instead of epoch and after.",
                        "schema": ["type": "string"],
                    ],
                ],
                responses: [.init(200, "The events.", mediaType: "text/event-stream")],
                refusals: [400, 401, 403, 409, 429, 503], needsToken: true),
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
                refusals: [400, 401, 403, 409, 413, 415, 429, 500, 503], needsToken: true),
            PlainOperation(
                "delete", "/avatar", id: "avatar.delete", "Takes one's picture away.",
                responses: [.init(204, "Gone.")], refusals: [401, 403, 429, 500, 503],
                needsToken: true),
            .file(
                "/avatars/{name}", id: "avatar.get", "A picture, by the path in a profile.",
                parameters: [name], "The picture.", mediaType: "image/*",
                refusals: [400, 404, 500]),
        ] + ofPlaces + ofRooms

    /// Files of messages.
    private static let ofRooms = [
        PlainOperation(
            "post", "/v1/rooms/files", id: "attachment.post",
            "Uploads a file for a message; with an Idempotency-Key, once.",
            parameters: [
                OpenAPIDocument.key,
                [
                    "name": "kind", "in": "query", "required": true,
                    "schema": ["type": "string", "enum": ["picture", "voice", "file"]],
                ],
                query("name", ["type": "string", "minLength": 1, "maxLength": 200]),
                query("metadata", ["type": "string", "enum": ["keep"]]),
            ],
            body: ["required": true, "content": ["application/octet-stream": ["schema": [:]]]],
            responses: [
                .init(
                    200, "The attachment: its id is for roomSend.", mediaType: "application/json",
                    schema: ["type": "object", "required": ["attachment"]])
            ],
            refusals: [400, 401, 403, 409, 413, 429, 500, 503], needsToken: true),
        PlainOperation(
            "delete", "/v1/rooms/files/{id}", id: "attachment.delete",
            "Deletes an upload that no message has.", parameters: [fileID],
            responses: [.init(204, "Gone.")], refusals: [400, 401, 403, 429, 500, 503],
            needsToken: true),
        .file(
            "/v1/rooms/files/{id}", id: "attachment.get",
            "A file, for who may read its message; others get the same answer as for none.",
            parameters: [fileID], "The file.", mediaType: "application/octet-stream",
            refusals: [400, 401, 403, 404, 429, 500, 503], needsToken: true),
        .file(
            "/v1/rooms/files/{id}/preview", id: "attachment.preview",
            "A small form of a picture.", parameters: [fileID], "The picture.",
            mediaType: "image/*", refusals: [400, 401, 403, 404, 429, 500, 503],
            needsToken: true),
    ]

    private static let fileID: JSON = [
        "name": "id", "in": "path", "required": true,
        "schema": ["type": "string", "pattern": "^[0-9a-f]{32}$"],
    ]

    /// Pictures of check-ins.
    private static let ofPlaces = [
        PlainOperation(
            "put", "/v1/checkin/picture", id: "photo.put",
            "Uploads a picture for a check-in; with an Idempotency-Key, once.",
            parameters: [OpenAPIDocument.key],
            body: [
                "required": true,
                "content": [
                    "image/jpeg": ["schema": [:]], "image/png": ["schema": [:]],
                    "image/webp": ["schema": [:]],
                ],
            ],
            responses: [
                .init(
                    200, "Its name for checkinSet, and its path.", mediaType: "application/json",
                    schema: [
                        "type": "object", "required": ["picture", "path"],
                        "properties": ["picture": ["type": "string"], "path": ["type": "string"]],
                    ])
            ],
            refusals: [400, 401, 403, 409, 413, 415, 429, 500, 503], needsToken: true),
        PlainOperation(
            "get", "/v1/checkin/pictures/{name}", id: "photo.get",
            "The picture of a check-in that one may see.", parameters: [name],
            responses: [
                .init(200, "The picture.", mediaType: "image/*"),
                .init(304, "The client has it."),
            ], refusals: [400, 401, 403, 404, 429, 500, 503], needsToken: true),
        PlainOperation(
            "get", "/places/pictures/{name}", id: "place.picture",
            "The picture of a check-in without one.", parameters: [name],
            responses: [
                .init(200, "The picture.", mediaType: "image/svg+xml"),
                .init(304, "The client has it."),
            ], refusals: [400, 404, 500]),
    ]

    /// A request for a file, or for a part of it.
    ///
    /// - Parameters:
    ///   - summary: of the request.
    ///   - text: of the answer that has all of the file.
    static func file(
        _ path: String, id: String, _ summary: String, parameters: [JSON], _ text: String,
        mediaType: String, refusals: [Int], needsToken: Bool = false
    ) -> PlainOperation {
        PlainOperation(
            "get", path, id: id, summary, parameters: parameters + [part, partTag],
            responses: [
                .init(200, text, mediaType: mediaType),
                .init(206, "The part that Range asks for.", mediaType: mediaType),
                .init(304, "The client has it."),
                .init(
                    416, "The part lies behind the end of the file.",
                    mediaType: "application/json", schema: ["type": "object"]),
            ], refusals: refusals, needsToken: needsToken)
    }

    private static let part: JSON = [
        "name": "Range", "in": "header",
        "description": "One range of bytes, as in bytes=0-99, bytes=100- or bytes=-100.",
        "schema": ["type": "string"],
    ]
    private static let partTag: JSON = [
        "name": "If-Range", "in": "header",
        "description": "The ETag of the file whose part is asked for; of another, all is sent.",
        "schema": ["type": "string"],
    ]

    private static let name: JSON = [
        "name": "name", "in": "path", "required": true,
        "schema": ["type": "string", "pattern": "^[A-Za-z0-9._-]+$"],
    ]

    private static func query(_ name: String, _ schema: JSON = ["type": "string"]) -> JSON {
        ["name": .string(name), "in": "query", "schema": schema]
    }

    private static let document: [Response] = [
        .init(200, "The document.", mediaType: "application/json", schema: health),
        .init(304, "The client has it."),
    ]
    private static let health: JSON = ["type": "object"]
    private static let path: JSON = [
        "type": "object", "required": ["avatar"], "properties": ["avatar": ["type": "string"]],
    ]
}
