/// JSON Schemas of messages, as proto JSON writes and reads them.
///
/// A reader of proto JSON takes more than a writer writes: `null` for a field that is absent,
/// numbers in quotes. So a message that clients send has another schema than one that they get.
///
/// - Source: JSON Schema 2020-12; protobuf.dev, "ProtoJSON Format".
struct MessageSchemas {
    /// Which way a message goes.
    enum Way { case toServer, toClient }

    private let schema: WireSchema
    private let ways: [String: Set<Way>]
    /// Whether what clients get has all of its lists, as answers have.
    private let hasLists: Bool

    /// - Parameters:
    ///   - sent: names of the messages that clients send; those inside of them follow.
    ///   - received: names of the messages that clients get.
    ///   - hasLists: whether these have all of their lists, as answers have.
    init(_ schema: WireSchema, sent: [String], received: [String], hasLists: Bool = false) {
        (self.schema, self.hasLists) = (schema, hasLists)
        var ways: [String: Set<Way>] = [:]
        for (names, way) in [(sent, Way.toServer), (received, .toClient)] {
            var rest = names
            while let name = rest.popLast() {
                guard ways[name, default: []].insert(way).inserted else { continue }
                rest += schema.messages[name]?.fields.compactMap(\.inner) ?? []
            }
        }
        self.ways = ways
    }

    /// A reference to a message's schema.
    func reference(to message: String, _ way: Way) -> JSON {
        ["$ref": .string("#/components/schemas/\(name(of: message, way))")]
    }

    /// All of them, by name.
    var components: JSON {
        let all = ways.sorted { $0.key < $1.key }.flatMap { message, ways in
            [Way.toServer, .toClient].filter(ways.contains).compactMap { way in
                schema.messages[message].map { (name(of: message, way), object($0, way)) }
            }
        }
        return .object(all.map { (name: $0.0, value: $0.1) })
    }

    /// Of one field alone, as a query has it.
    func parameter(_ field: WireSchema.Field) -> JSON {
        let schema = bounded(schema(of: field.kind, .toClient), field)
        return field.isRepeated ? ["type": "array", "items": schema] : schema
    }

    private func name(of message: String, _ way: Way) -> String {
        way == .toServer && ways[message]?.count == 2 ? "\(message)Input" : message
    }

    /// An object of some fields, as clients send it.
    func object(of fields: [WireSchema.Field]) -> JSON {
        let properties = fields.map { (name: $0.name, value: property($0, .toServer)) }
        return ["type": "object", "properties": .object(properties)]
    }

    private func object(_ message: WireSchema.Message, _ way: Way) -> JSON {
        let properties = message.fields.map { field in
            (name: field.name, value: property(field, way))
        }
        let lists = message.fields.filter { $0.isRepeated || $0.kind == .counts }.map(\.name)
        let required = hasLists && way == .toClient && !lists.isEmpty
        return .members([
            "type": "object",
            "description": message.comment.isEmpty ? nil : .string(message.comment),
            "required": required ? .array(lists.map(JSON.string)) : nil,
            "properties": properties.isEmpty ? nil : .object(properties),
        ])
    }

    private func property(_ field: WireSchema.Field, _ way: Way) -> JSON {
        var value = schema(of: field.kind, way)
        if way == .toServer { value = bounded(value, field) }
        if field.isRepeated { value = ["type": "array", "items": value] }
        if way == .toServer { value = ["anyOf": [value, ["type": "null"]]] }
        return field.description.isEmpty
            ? value : value.with(["description": .string(field.description)])
    }

    private func bounded(_ schema: JSON, _ field: WireSchema.Field) -> JSON {
        field.charactersMax.map { schema.with(["maxLength": .number(Int64($0))]) } ?? schema
    }

    private func schema(of kind: WireSchema.Kind, _ way: Way) -> JSON {
        switch kind {
        case .text: return ["type": "string"]
        case .textOrNull: return ["type": ["string", "null"]]
        case .bool: return ["type": "boolean"]
        case .unsigned: return number(from: 0, to: Int64(UInt32.max), way)
        case .signed: return number(from: Int64(Int32.min), to: Int64(Int32.max), way)
        case .decimal: return ["type": "number"]
        case .bytes: return ["type": "string", "contentEncoding": "base64"]
        case .moment: return ["type": "string", "format": "date-time"]
        case .duration: return ["type": "string", "pattern": #"^-?[0-9]+(\.[0-9]{1,9})?s$"#]
        case .counts:
            return ["type": "object", "additionalProperties": ["type": "integer"]]
        case .message(let name): return reference(to: name, way)
        case .choice(let name):
            let values = schema.enumerations[name]?.map(JSON.string) ?? []
            let names: JSON = ["type": "string", "enum": .array(values)]
            return way == .toClient ? names : ["anyOf": [names, ["type": "integer"]]]
        }
    }

    private func number(from least: Int64, to most: Int64, _ way: Way) -> JSON {
        let number: JSON = [
            "type": "integer", "minimum": .number(least), "maximum": .number(most),
        ]
        return way == .toClient
            ? number : ["anyOf": [number, ["type": "string", "pattern": "^-?[0-9]"]]]
    }
}

extension WireSchema.Field {
    /// The message that it holds.
    var inner: String? {
        if case .message(let name) = kind { name } else { nil }
    }
}
