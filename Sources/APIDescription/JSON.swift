import Wire

/// A JSON value that keeps the order of its members, for documents that people read.
public enum JSON: Equatable, Sendable {
    case bool(Bool)
    case number(Int64)
    case string(String)
    case array([JSON])
    case object([(name: String, value: JSON)])

    /// An object of these members, in this order.
    static func members(_ members: KeyValuePairs<String, JSON?>) -> JSON {
        .object(members.compactMap { name, value in value.map { (name, $0) } })
    }

    /// Adds members to an object.
    func with(_ more: KeyValuePairs<String, JSON?>) -> JSON {
        guard case .object(let own) = self, case .object(let new) = Self.members(more) else {
            return self
        }
        return .object(own + new)
    }

    /// The member of an object that has this name.
    public subscript(_ name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The names of an object's members, in order.
    public var names: [String] {
        guard case .object(let members) = self else { return [] }
        return members.map(\.name)
    }

    /// By what they are written as.
    public static func == (left: JSON, right: JSON) -> Bool { left.text == right.text }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral
{
    /// By a literal: `ExpressibleByStringLiteral`.
    public init(stringLiteral value: String) { self = .string(value) }
    /// By a literal: `ExpressibleByArrayLiteral`.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// By a literal: `ExpressibleByIntegerLiteral`.
    public init(integerLiteral value: Int64) { self = .number(value) }
    /// By a literal: `ExpressibleByBooleanLiteral`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// By a literal: `ExpressibleByDictionaryLiteral`.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { ($0.0, $0.1) })
    }
}

extension JSON {
    /// The value in UTF-8, indented by two spaces, with a line end.
    public var document: [UInt8] { Array((indented(by: 0) + "\n").utf8) }

    /// The value in one line.
    public var text: String {
        switch self {
        case .bool(let value): value ? "true" : "false"
        case .number(let value): String(value)
        case .string(let value): JSONText.quoted(value)
        case .array(let values): "[\(values.map(\.text).joined(separator: ","))]"
        case .object(let members):
            Self.braced(members.map { JSONText.quoted($0.name) + ":" + $0.value.text })
        }
    }

    private static func braced(_ members: [String]) -> String {
        "{\(members.joined(separator: ","))}"
    }

    private func indented(by depth: Int) -> String {
        let (outer, inner) = (
            String(repeating: "  ", count: depth), String(repeating: "  ", count: depth + 1)
        )
        switch self {
        case .array(let values) where !values.isEmpty:
            let lines = values.map { inner + $0.indented(by: depth + 1) }
            return "[\n\(lines.joined(separator: ",\n"))\n\(outer)]"
        case .object(let members) where !members.isEmpty:
            let lines = members.map {
                "\(inner)\(JSONText.quoted($0.name)): \($0.value.indented(by: depth + 1))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(outer)}"
        default: return text
        }
    }
}
