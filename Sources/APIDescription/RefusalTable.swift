import Wire

/// The refusals, by the status that says the same.
struct RefusalTable {
    /// Those that no code has: another kind of body.
    private static let others = [415]

    private let codes: [(status: Int, names: [String])]

    init(status: (ErrorCode) -> Int) {
        let named = ErrorCode.allCases.filter { $0 != .errorUnspecified }
        let byStatus = Dictionary(grouping: named, by: status)
        codes = byStatus.sorted { $0.key < $1.key }.map { ($0.key, $0.value.map(\.wireName)) }
    }

    /// All of them.
    var statuses: [Int] { (codes.map(\.status) + Self.others).sorted() }

    func reference(to status: Int, hasBody: Bool) -> JSON {
        hasBody
            ? ["$ref": .string("#/components/responses/\(Self.name(of: status))")]
            : ["description": "Refused."]
    }

    /// The answers, to be referred to.
    var responses: JSON {
        let all = codes + Self.others.map { ($0, ["INVALID_FIELD"]) }
        return .object(
            all.map { status, names in (Self.name(of: status), Self.response(status, names)) })
    }

    /// The body of each.
    static let schema: JSON = [
        "type": "object",
        "required": ["error"],
        "properties": ["error": ["$ref": "#/components/schemas/CommandError"]],
    ]

    private static func response(_ status: Int, _ names: [String]) -> JSON {
        var headers: [(name: String, value: JSON)] = []
        if status == 401 {
            headers = [
                ("WWW-Authenticate", ["description": "Bearer", "schema": ["type": "string"]])
            ]
        }
        if [429, 503, 403].contains(status) {
            headers = [
                (
                    "Retry-After",
                    [
                        "description": "Seconds until it may succeed, if that is known.",
                        "schema": ["type": "integer"],
                    ]
                )
            ]
        }
        let example: JSON = [
            "error": [
                "code": .string(names.first ?? ""), "message": "why, for people",
                "field": "roomSend.text",
            ]
        ]
        return .members([
            "description": .string(names.joined(separator: ", ")),
            "headers": headers.isEmpty ? nil : .object(headers),
            "content": [
                "application/json": [
                    "schema": ["$ref": "#/components/schemas/Refusal"], "example": example,
                ]
            ],
        ])
    }

    private static func name(of status: Int) -> String {
        switch status {
        case 400: "BadRequest"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "NotFound"
        case 409: "Conflict"
        case 413: "ContentTooLarge"
        case 415: "UnsupportedMediaType"
        case 429: "TooManyRequests"
        case 500: "InternalServerError"
        case 503: "ServiceUnavailable"
        default: "Status\(status)"
        }
    }
}
