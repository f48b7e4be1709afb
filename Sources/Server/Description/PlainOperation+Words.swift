import APIDescription

extension PlainOperation {
    /// Spoken words, recordings, and the picture of the REST interface, where the server has words.
    static let ofWords: [PlainOperation] = [
        PlainOperation(
            "get", "/v1/words/{word}/audio", id: "words.audio", "A spoken word.",
            parameters: [path("word"), language], responses: sound,
            refusals: [400, 401, 403, 404, 429, 500, 503], needsToken: true),
        PlainOperation(
            "get", "/v1/words/rounds/{round}/audio", id: "words.round.audio",
            "The spoken word of a round, without its name.",
            parameters: [path("round")], responses: sound,
            refusals: [400, 401, 403, 404, 409, 429, 500, 503], needsToken: true),
        PlainOperation(
            "post", "/v1/words/{word}/speech", id: "words.speech",
            "Judges a recording of a word.",
            parameters: [path("word"), language], body: recording, responses: verdict,
            refusals: [400, 401, 403, 404, 409, 413, 415, 429, 500, 503], needsToken: true),
        PlainOperation(
            "post", "/v1/words/rounds/{round}/speech", id: "words.round.speech",
            "Answers a round by a recording.",
            parameters: [path("round")], body: recording, responses: verdict,
            refusals: [400, 401, 403, 404, 409, 413, 415, 429, 500, 503], needsToken: true),
        PlainOperation(
            "put", image, id: "wordbuzz.image.put", "Changes one's picture: the caller is `me`.",
            parameters: [path("username")], body: picture,
            responses: [
                .init(
                    200, "Changed.", mediaType: "application/json",
                    schema: [
                        "type": "object", "required": ["image"],
                        "properties": ["image": ["type": "string"]],
                    ])
            ],
            refusals: [400, 401, 403, 413, 415, 429, 500, 503], needsToken: true),
        PlainOperation(
            "delete", image, id: "wordbuzz.image.delete",
            "Takes one's picture away: the caller is `me`.", parameters: [path("username")],
            responses: [.init(204, "Gone.")], refusals: [400, 401, 403, 429, 500, 503],
            needsToken: true),
    ]

    private static let image = "/wordbuzz/users/{username}/image/"
    private static let picture: JSON = [
        "required": true,
        "content": [
            "image/jpeg": ["schema": [:]], "image/png": ["schema": [:]],
            "image/webp": ["schema": [:]],
        ],
    ]

    private static func path(_ name: String) -> JSON {
        [
            "name": .string(name), "in": "path", "required": true,
            "schema": ["type": "string", "minLength": 1],
        ]
    }

    private static let language: JSON = [
        "name": "language", "in": "query", "description": "Absent: that of one's settings.",
        "schema": ["type": "string"],
    ]
    private static let recording: JSON = [
        "required": true, "content": ["audio/wav": ["schema": [:]]],
    ]
    private static let sound: [Response] = [
        .init(200, "An Ogg Opus file.", mediaType: "audio/ogg"),
        .init(304, "The client has it."),
    ]
    private static let verdict: [Response] = [
        .init(
            200, "The verdict.", mediaType: "application/json", schema: ["type": "object"])
    ]
}
