import APIDescription

extension PlainOperation {
    /// Pictures of users, events and projects, where the server has these.
    static let ofTeams: [PlainOperation] =
        ["users", "events", "projects"].flatMap { subject in
            let path = "/hinder/\(subject)/{number}/picture"
            return [
                PlainOperation(
                    "put", path, id: "hinder.\(subject).picture.put",
                    "Changes a picture, which is served as it is sent.",
                    parameters: [number, clean], body: picture,
                    responses: [
                        .init(200, "Changed.", mediaType: "application/json", schema: place)
                    ],
                    refusals: [400, 401, 403, 404, 409, 413, 415, 429, 500, 503], needsToken: true),
                PlainOperation(
                    "delete", path, id: "hinder.\(subject).picture.delete", "Takes a picture away.",
                    parameters: [number], responses: [.init(204, "Gone.")],
                    refusals: [400, 401, 403, 404, 429, 500, 503], needsToken: true),
            ]
        } + [
            .file(
                "/team-pictures/{name}", id: "hinder.picture.get",
                "A picture, by the path in a document.",
                parameters: [
                    [
                        "name": "name", "in": "path", "required": true,
                        "schema": ["type": "string", "pattern": "^[0-9a-f]{32}[.][a-z]+$"],
                    ]
                ],
                "The picture.", mediaType: "image/*", refusals: [400, 404, 500])
        ] + ofDocuments

    /// Resumes and transcripts.
    private static let ofDocuments: [PlainOperation] = [
        PlainOperation(
            "put", documentPath, id: "hinder.document.put",
            "Puts a document of one's own profile, or replaces it.",
            parameters: [number, kind], body: file,
            responses: [
                .init(
                    200, "All documents of the profile.", mediaType: "application/json",
                    schema: ["type": "object", "required": ["teamDocuments"]])
            ],
            refusals: [400, 401, 403, 404, 409, 413, 415, 429, 500, 503], needsToken: true),
        PlainOperation(
            "delete", documentPath, id: "hinder.document.delete",
            "Deletes a document of one's own profile.", parameters: [number, kind],
            responses: [.init(204, "Gone.")],
            refusals: [400, 401, 403, 404, 429, 500, 503], needsToken: true),
        .file(
            documentPath, id: "hinder.document.get",
            "A document, for who may read it; others get the same answer as for none.",
            parameters: [number, kind], "The document, to be stored.",
            mediaType: "application/pdf", refusals: [400, 401, 403, 404, 429, 500, 503],
            needsToken: true),
    ]

    private static let documentPath = "/hinder/users/{number}/documents/{kind}"
    private static let kind: JSON = [
        "name": "kind", "in": "path", "required": true,
        "schema": ["type": "string", "enum": ["resume", "transcript"]],
    ]
    private static let file: JSON = [
        "required": true,
        "content": ["application/pdf": ["schema": [:]], "text/plain": ["schema": [:]]],
    ]

    private static let number: JSON = [
        "name": "number", "in": "path", "required": true,
        "schema": ["type": "integer", "minimum": 0],
    ]
    private static let clean: JSON = [
        "name": "clean", "in": "query", "description": "1: metadata are left out, not refused.",
        "schema": ["type": "integer", "minimum": 0, "maximum": 1],
    ]
    private static let picture: JSON = [
        "required": true,
        "content": [
            "image/jpeg": ["schema": [:]], "image/png": ["schema": [:]],
            "image/webp": ["schema": [:]],
        ],
    ]
    private static let place: JSON = [
        "type": "object", "required": ["picture"],
        "properties": ["picture": ["type": "string"]],
    ]
}
