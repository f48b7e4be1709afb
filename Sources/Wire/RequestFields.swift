/// The fields of a command that came as a request of HTTP: a JSON object, or a query; and what its
/// path says.
public struct RequestFields: Sendable {
    /// A field that a path says.
    public typealias PathField = (name: String, value: String)

    /// Most of them in a query.
    private static let queryFieldsMax = 32

    private enum Content {
        case object([UInt8])
        case query([(name: String, value: String)])
    }

    private let content: Content
    /// Fields of a query that are written without quotes.
    private var bare: Set<String> = []
    /// Fields of a query that are said once, and written as a list.
    private var listed: Set<String> = []

    /// A body; nothing at all is an object without members.
    ///
    /// - Parameters:
    ///   - cid: the client's own id of the command; nil: the body has it, if there is one.
    ///   - path: what the path says, which the body must not.
    /// - Throws: `.malformed` or `.tooDeep` when it is not one JSON object in UTF-8;
    ///   `.invalidField` for a `cid` that is no plain text, or is said twice.
    public init(
        body: [UInt8], cid: String? = nil, path: [PathField] = []
    ) throws(DecodingFailure) {
        let body = body.isEmpty ? Array("{}".utf8) : body
        // Decoding skips fields that it does not know, with whatever is in them. RFC 8259 §8.1
        guard (try? UTF8Span(validating: body.span)) != nil else {
            throw DecodingFailure(.malformed, "expected UTF-8")
        }
        let members = try Self.members(of: body)
        if let field = path.first(where: { Self.has($0.name, among: members) }) {
            throw .saidTwice(field.name)
        }
        var (first, last): ([String], [String]) = ([], [])
        if let cid { first.append("\"cid\":\"\(try Self.checked(cid, beside: members))\"") }
        // Behind the others: by whatever other name the body has a field, the path's is the last.
        for field in path {
            last.append("\(JSONText.quoted(field.name)):\(JSONText.quoted(field.value))")
        }
        content = .object(Self.object(body, adding: first, last, to: members.count))
    }

    /// Compares bytes: the names are a client's, and texts of many marks compare slowly.
    private static func has(_ name: String, among members: [String]) -> Bool {
        members.contains { $0.isSame(as: name) }
    }

    private static func checked(
        _ cid: String, beside members: [String]
    ) throws(DecodingFailure) -> String {
        guard !has("cid", among: members) else {
            throw DecodingFailure(
                .invalidField, field: "cid", "expected in the body or in Idempotency-Key, not both")
        }
        return try checked(cid)
    }

    /// A client's own id of a command, from Idempotency-Key.
    ///
    /// - Throws: `.invalidField`.
    public static func checked(_ cid: String) throws(DecodingFailure) -> String {
        guard (1...64).contains(cid.utf8.count),
            cid.utf8.allSatisfy({ $0 > 0x1F && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C })
        else {
            throw DecodingFailure(
                .invalidField, field: "cid", "expected 1 to 64 printable characters")
        }
        return cid
    }

    /// An object with members before and behind those that it has.
    private static func object(
        _ body: [UInt8], adding first: [String], _ last: [String], to count: Int
    ) -> [UInt8] {
        guard let start = body.firstIndex(of: UInt8(ascii: "{")),
            let end = body.lastIndex(of: UInt8(ascii: "}"))
        else { return body }
        let comma = { (isNeeded: Bool) in isNeeded ? "," : "" }
        let before = first.joined(separator: ",") + comma(!first.isEmpty && count > 0)
        let behind = comma(!last.isEmpty && first.count + count > 0) + last.joined(separator: ",")
        return body[...start] + Array(before.utf8) + body[(start + 1)..<end] + Array(behind.utf8)
            + body[end...]
    }

    /// A query: `with=ben&limit=20`.
    ///
    /// - Parameter path: what the path says, which the query must not.
    /// - Throws: `.malformed` when it is none; `.invalidField` for what is said twice.
    public init(query: Substring, path: [PathField] = []) throws(DecodingFailure) {
        var fields: [(name: String, value: String)] = path
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard fields.count < Self.queryFieldsMax, let name = parts.first?.percentDecoded,
                let value = parts.count == 2 ? parts[1].percentDecoded : "", !name.isEmpty
            else { throw DecodingFailure(.malformed, "expected a query: NAME=VALUE&NAME=VALUE") }
            guard !path.contains(where: { $0.name.isSame(as: name) }) else {
                throw .saidTwice(name)
            }
            fields.append((name, value))
        }
        content = .query(fields)
    }

    /// As a JSON object.
    public var json: [UInt8] {
        switch content {
        case .object(let bytes): return bytes
        case .query(let fields):
            var names: [String] = []
            var values: [[UInt8]: [String]] = [:]
            for field in fields {
                let name = Array(field.name.utf8)
                if values[name] == nil { names.append(field.name) }
                values[name, default: []].append(written(field.value, as: field.name))
            }
            let members = names.map { name in
                let all = values[Array(name.utf8)] ?? []
                let isOne = all.count == 1 && !listed.contains(name)
                let value = isOne ? all[0] : "[\(all.joined(separator: ","))]"
                return "\(JSONText.quoted(name)):\(value)"
            }
            return Array("{\(members.joined(separator: ","))}".utf8)
        }
    }

    /// A query does not say what is text and what is `true`, nor whether one value is a list:
    /// after a failure at such a field, it is tried without quotes, and then as a list.
    ///
    /// - Returns: whether there is any use in decoding once more.
    public mutating func reconsider(_ failure: DecodingFailure) -> Bool {
        guard case .query(let fields) = content,
            let name = failure.field.split(separator: ".").last.map(String.init)
        else { return false }
        let values = fields.filter { $0.name.isSame(as: name) }.map(\.value)
        guard !values.isEmpty, !listed.contains(name) else { return false }
        if values.contains(where: Self.isTruth), bare.insert(name).inserted { return true }
        guard values.count == 1 else { return false }
        bare.remove(name)
        listed.insert(name)
        return true
    }

    private static func isTruth(_ value: String) -> Bool {
        value.isSame(as: "true") || value.isSame(as: "false")
    }

    private func written(_ value: String, as name: String) -> String {
        bare.contains(name) && Self.isTruth(value) ? value : JSONText.quoted(value)
    }

    private static func members(of body: [UInt8]) throws(DecodingFailure) -> [String] {
        let result: Result<[String], DecodingFailure> = body.withUnsafeBytes { bytes in
            Result { () throws(DecodingFailure) in
                try JSONMembers.all(of: bytes).map {
                    String(decoding: bytes[$0.name], as: UTF8.self)
                }
            }
        }
        return try result.get()
    }
}

extension DecodingFailure {
    fileprivate static func saidTwice(_ field: String) -> DecodingFailure {
        DecodingFailure(.invalidField, field: field, "the path says it already")
    }
}

extension Substring {
    /// Without `%41` and `+`; nil when that is no UTF-8, or something else follows a `%`.
    public var percentDecoded: String? {
        var bytes: [UInt8] = []
        var rest = utf8
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                let digits = rest.prefix(2)
                guard digits.count == 2, digits.allSatisfy(\.isHexadecimalDigit),
                    let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
                else { return nil }
                bytes.append(value)
                rest = rest.dropFirst(2)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isHexadecimalDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
