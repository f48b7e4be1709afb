internal import Foundation
internal import SwiftProtobuf
internal import Wire

/// The messages of the protocol, as proto/ has them, with their comments.
struct WireSchema: Sendable {
    /// A message, and what is said of it.
    struct Message: Sendable {
        let name: String
        /// The file's name without its folder: "rooms".
        let file: String
        let comment: String
        let fields: [Field]
    }

    struct Field: Sendable {
        /// As JSON has it: "displayName".
        let name: String
        let comment: String
        let kind: Kind
        let isRepeated: Bool
        /// The `oneof` that it belongs to; nil: none.
        let choice: String?

        /// The most characters that a text may have, each a Unicode scalar: `(length)` in proto/.
        /// A test sends as many, and one more, to a server. nil: it says nothing.
        let charactersMax: Int?
        /// The same in words: "1 to 4,000 characters"; empty when nothing is said.
        let lengths: String

        /// The comment, and how long the text is.
        var description: String {
            [comment, lengths.isEmpty ? "" : "\(lengths)."].filter { !$0.isEmpty }
                .joined(separator: " ")
        }
    }

    enum Kind: Equatable, Sendable {
        case text, textOrNull, bool, unsigned, signed, decimal, bytes
        case moment, duration
        /// Whole numbers by name.
        case counts
        case message(String)
        case choice(of: String)
    }

    /// By name.
    private(set) var messages: [String: Message] = [:]
    /// The names of an enumeration's values, by the enumeration's name.
    private(set) var enumerations: [String: [String]] = [:]

    /// The schema this program was built with.
    static let current = WireSchema()

    private init() {
        guard let bytes = Data(base64Encoded: schemaText, options: .ignoreUnknownCharacters),
            let set = try? Google_Protobuf_FileDescriptorSet(
                serializedBytes: bytes, extensions: Options_Extensions)
        else { preconditionFailure("Generated/SchemaText.swift is damaged: run make proto") }
        for file in set.file { add(file) }
    }

    private mutating func add(_ file: Google_Protobuf_FileDescriptorProto) {
        let comments = Comments(file.sourceCodeInfo)
        let stem = file.name.split(separator: "/").last.map { $0.prefix { $0 != "." } } ?? ""
        for (index, message) in file.messageType.enumerated() {
            let fields = message.field.enumerated().map { place, field in
                Field(
                    name: field.jsonName,
                    comment: comments[[4, Int32(index), 2, Int32(place)]],
                    kind: Self.kind(of: field),
                    isRepeated: field.label == .repeated && !field.isMap,
                    choice: field.hasOneofIndex && !field.proto3Optional
                        ? message.oneofDecl[Int(field.oneofIndex)].name : nil,
                    charactersMax: field.options.hasLength
                        ? Int(field.options.length.max) : nil,
                    lengths: field.options.lengths)
            }
            messages[message.name] = Message(
                name: message.name, file: String(stem), comment: comments[[4, Int32(index)]],
                fields: fields)
        }
        for enumeration in file.enumType {
            enumerations[enumeration.name] = enumeration.value.map(\.name)
        }
    }

    private static func kind(of field: Google_Protobuf_FieldDescriptorProto) -> Kind {
        let name = field.typeName.split(separator: ".").last.map(String.init) ?? ""
        switch field.type {
        case .string: return .text
        case .bool: return .bool
        case .uint32, .fixed32: return .unsigned
        case .int32, .sint32, .sfixed32: return .signed
        case .double, .float: return .decimal
        case .bytes: return .bytes
        case .enum: return .choice(of: name)
        case .message where field.typeName == ".google.protobuf.Timestamp": return .moment
        case .message where field.typeName == ".google.protobuf.Value": return .textOrNull
        case .message where field.typeName == ".google.protobuf.Duration": return .duration
        case .message where field.isMap: return .counts
        case .message: return .message(name)
        default: preconditionFailure("\(field.name): the protocol has no such type in JSON")
        }
    }
}

extension Google_Protobuf_FieldDescriptorProto {
    /// Whether it is a map: its entries are the only messages that lie in another one.
    fileprivate var isMap: Bool {
        type == .message && typeName.split(separator: ".").count == 4
    }
}

extension Google_Protobuf_FieldOptions {
    /// How long the text is: "1 to 4,000 characters"; empty when no option says it.
    fileprivate var lengths: String {
        if hasLength { return "\(length.words) characters" }
        return hasByteLength ? "\(byteLength.words) bytes" : ""
    }
}

extension TextLength {
    /// "1 to 4,000".
    fileprivate var words: String {
        let thousands = max < 1_000 ? "" : "\(max / 1_000),"
        let rest = max < 1_000 ? "\(max)" : String(String(max % 1_000 + 1_000).dropFirst())
        return "\(min) to \(thousands)\(rest)"
    }
}

/// What stands above the parts of a file.
private struct Comments {
    private var texts: [[Int32]: String] = [:]

    init(_ info: Google_Protobuf_SourceCodeInfo) {
        for location in info.location where location.hasLeadingComments {
            texts[location.path] = location.leadingComments
                .split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
        }
    }

    subscript(_ path: [Int32]) -> String { texts[path] ?? "" }
}
