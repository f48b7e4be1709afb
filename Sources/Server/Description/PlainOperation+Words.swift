import APIDescription

extension PlainOperation {
    /// Spoken words and recordings, where the server has words.
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
