import Foundation
import Kernel
import SwiftProtobuf
import Testing
import Wire

@testable import APIDescription

/// Every text of every command, as the schema has it, in two spellings that Unicode takes for one.
@Suite struct `Texts of commands` {
    /// As it is sent, and in Unicode NFC.
    private static let spellings = [
        ("Zoe\u{301}", "Zo\u{E9}"),
        ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"),
        // Marks in the other order; and one that older tables do not know (Unicode 16).
        ("q\u{307}\u{323}", "q\u{323}\u{307}"), ("a\u{897}\u{323}", "\u{1EA1}\u{897}"),
        // Signs that are letters, and one that is not composed again.
        ("\u{212A}m", "Km"), ("\u{212B}", "\u{C5}"), ("\u{958}", "\u{915}\u{93C}"),
        ("\u{2F868}", "\u{36FC}"),
        // Alike, and no less different.
        ("\u{FB01}\u{2460}\u{FF21}", "\u{FB01}\u{2460}\u{FF21}"),
    ]

    /// A text of a message: the names in JSON that lead to it.
    private struct Place {
        let path: [String]
        let isList: Bool
        let isAsSent: Bool

        /// A body that has this text, and nothing else.
        func body(_ text: String) -> [UInt8] {
            let quoted = JSONText.quoted(text)
            var json = isList ? "[\(quoted),\(quoted)]" : quoted
            for name in path.reversed() { json = "{\"\(name)\":\(json)}" }
            return Array(json.utf8)
        }
    }

    private let messages: [String: Google_Protobuf_DescriptorProto]

    init() throws {
        let bytes = try #require(
            Data(base64Encoded: schemaText, options: .ignoreUnknownCharacters))
        let set = try Google_Protobuf_FileDescriptorSet(
            serializedBytes: bytes, extensions: Options_Extensions)
        messages = Dictionary(
            uniqueKeysWithValues: set.file.flatMap(\.messageType).map { ($0.name, $0) })
    }

    private func places(in name: String, below path: [String] = []) -> [Place] {
        (messages[name]?.field ?? []).flatMap { field -> [Place] in
            let here = path + [field.jsonName]
            switch field.type {
            case .string:
                return [
                    Place(
                        path: here, isList: field.label == .repeated,
                        isAsSent: field.options.asSent)
                ]
            case .message where field.label != .repeated:
                let type = field.typeName.split(separator: ".").last.map(String.init) ?? ""
                return places(in: type, below: here)
            default: return []
            }
        }
    }

    @Test func `have one form, or the one in which they were sent, in both formats`() throws {
        var (count, asSent) = (0, Set<String>())
        for entry in try Catalog.whole().entries {
            let message = try #require(entry.message)
            let name = message.type.protoMessageName.split(separator: ".").last.map(String.init)
            for place in places(in: name ?? "") {
                count += 1
                if place.isAsSent { asSent.insert(place.path.last ?? "") }
                for (sent, normal) in Self.spellings {
                    let expected = place.body(place.isAsSent ? sent : normal)
                    try Self.check(entry, place.body(sent), as: expected, message)
                }
            }
        }
        #expect(count > 300)
        #expect(
            asSent == [
                "password", "text", "message", "bio", "more", "note", "place", "url", "options",
            ])
    }

    private static func check(
        _ entry: CatalogEntry, _ sent: [UInt8], as expected: [UInt8],
        _ message: CatalogEntry.MessageForm
    ) throws {
        try check(entry.name, message.field, sent, as: expected, message.type)
    }

    private static func check<Command: Normalizable>(
        _ name: String, _ field: Int, _ sent: [UInt8], as expected: [UInt8],
        _ type: Command.Type
    ) throws {
        let wanted: [UInt8] = try Command(jsonUTF8Bytes: expected).serializedBytes()
        let json = try sent.withUnsafeBytes { body in
            try CommandEnvelope(of: name, around: body).decode(type, named: name)
        }
        #expect(try json.serializedBytes() as [UInt8] == wanted, "\(name) in JSON")
        let body: [UInt8] = try Command(jsonUTF8Bytes: sent).serializedBytes()
        let frame = [8, 1] + Self.varint(field << 3 | 2) + Self.varint(body.count) + body
        let binary = try frame.withUnsafeBytes { bytes in
            try CommandEnvelope(opening: bytes, format: .binary).decode(type, named: name)
        }
        #expect(try binary.serializedBytes() as [UInt8] == wanted, "\(name) in binary")
    }

    private static func varint(_ number: Int) -> [UInt8] {
        number < 0x80 ? [UInt8(number)] : [UInt8(number & 0x7F | 0x80)] + varint(number >> 7)
    }
}
