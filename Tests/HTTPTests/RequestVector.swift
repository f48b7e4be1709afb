import HTTP
import HTTPTypes
import Testing

/// One row: what arrives, and what it turns out to be, one line per event.
struct RequestVector: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let input: [UInt8]
    let outcomes: [String]

    init(_ description: String, _ input: String, _ outcomes: String...) {
        (testDescription, self.input, self.outcomes) = (description, Array(input.utf8), outcomes)
    }

    init(_ description: String, bytes: [UInt8], _ outcomes: String...) {
        (testDescription, input, self.outcomes) = (description, bytes, outcomes)
    }

    /// A refused request: `status`, and nothing after it.
    init(_ status: Int, _ description: String, _ input: String) {
        self.init(description, input, "refused \(status)")
    }

    /// A request that is refused for one field line alone.
    init(_ status: Int, field: String) {
        let named = field.debugDescription
        self.init(status, named, "POST / HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n")
    }

    /// `METHOD authority path {name: value, …} body`, then `close` or `upgrade`.
    static func outcome(_ event: RequestEvent) -> String {
        switch event {
        case .violation(let violation):
            return "refused \(violation.status.code)"
        case .bodyPart(let bytes):
            return "part \(String(decoding: bytes, as: UTF8.self))"
        case .largeBody(let head):
            return "asks \(head.method.rawValue) \(head.path ?? "-")"
        case .request(let request):
            let head = request.head
            let fields = head.headerFields.map { "\($0.name.rawName): \($0.value)" }
            var words = [head.method.rawValue, head.authority ?? "-", head.path ?? "-"]
            if !fields.isEmpty { words.append("{\(fields.joined(separator: ", "))}") }
            if !request.body.isEmpty { words.append(String(decoding: request.body, as: UTF8.self)) }
            if !request.keepsAlive { words.append("close") }
            if request.isUpgrade { words.append("upgrade") }
            return words.joined(separator: " ")
        }
    }
}
