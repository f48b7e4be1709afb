import Foundation
import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Whatever a peer writes into a field: a refusal that names the field, or a reason why not.
@Suite struct `Bad input` {
    /// What is tried in every field that takes a text.
    enum Badness: String, CaseIterable, Sendable {
        case empty, long, control, override, unknown

        var text: String {
            switch self {
            case .empty: ""
            case .long: String(repeating: "x", count: 20_000)
            case .control: "a\u{07}b"
            case .override: "a\u{202E}b"
            case .unknown: "nosuchthing"
            }
        }
    }

    /// Where a text is taken although it is bad in this way, or is refused in other words.
    private static let taken: [String: Set<Badness>] = [:]

    @Test(arguments: Badness.allCases)
    func `is refused by the field that it stands in`(badness: Badness) throws {
        let schema = try Schema()
        let world = try World()
        let pair = try `The authorisation matrix`.Pair(.friend, number: 1, in: world)
        for command in pair.commands() {
            for field in schema.texts(of: command.wireName) {
                let bad = try Self.changed(command, field, to: badness.text)
                let isTaken = Self.taken["\(command.wireName).\(field)"]?.contains(badness) == true
                let caller =
                    world.catalog[.json(command.wireName)]?.access == .anyone
                    ? nil : pair.signedIn
                let outcome = try world.call(bad, by: pair.caller, as: caller).result
                switch outcome {
                case .success:
                    #expect(isTaken, "\(command.wireName).\(field) takes what is \(badness)")
                case .failure(let refusal):
                    #expect(
                        isTaken || refusal.field == field,
                        "\(command.wireName).\(field) \(badness): \(refusal)")
                    #expect(refusal.code != .internal, "\(command.wireName).\(field) \(badness)")
                }
            }
        }
    }

    /// A command with another text in one field.
    private static func changed(
        _ command: ClientMessage.OneOf_Command, _ path: String, to text: String
    ) throws -> ClientMessage.OneOf_Command {
        let message = ClientMessage.with { $0.command = command }
        var whole =
            try JSONSerialization.jsonObject(with: Data(message.jsonUTF8Bytes()))
            as? [String: [String: Any]] ?? [:]
        let parts = path.split(separator: ".").map(String.init)
        if parts.count == 2 {
            var inner = whole[command.wireName]?[parts[0]] as? [String: Any] ?? [:]
            inner[parts[1]] = text
            whole[command.wireName, default: [:]][parts[0]] = inner
        } else {
            whole[command.wireName, default: [:]][path] = text
        }
        let bytes = try JSONSerialization.data(withJSONObject: whole)
        return try #require(try ClientMessage(jsonUTF8Bytes: bytes).command)
    }
}

/// What the schema says of the fields of commands.
private struct Schema {
    private let messages: [String: String]
    private let commands: [String: String]

    init() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "proto/upfor/v1")
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        let text = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        var messages: [String: String] = [:]
        for match in text.matches(of: /message (\w+) \{([^{}]*)\}/) {
            messages[String(match.1)] = String(match.2)
        }
        let oneof = text.firstMatch(of: /oneof command \{([^}]*)\}/)?.1 ?? ""
        var commands: [String: String] = [:]
        for match in oneof.matches(of: /(\w+) (\w+) = \d+;/) {
            commands[Self.jsonName(String(match.2))] = String(match.1)
        }
        (self.messages, self.commands) = (messages, commands)
    }

    /// The fields of a command that take a text, as paths.
    func texts(of command: String) -> [String] {
        texts(in: commands[command] ?? "")
    }

    private func texts(in message: String) -> [String] {
        let body = messages[message] ?? ""
        let own = body.matches(of: /(?:optional )?string (\w+) = \d+;/).map {
            Self.jsonName(String($0.1))
        }
        let inner = body.matches(of: /Proof (\w+) = \d+;/).flatMap { match in
            texts(in: "Proof").map { "\(match.1).\($0)" }
        }
        return own + inner
    }

    private static func jsonName(_ name: String) -> String {
        let words = name.split(separator: "_")
        return (words.first.map(String.init) ?? "") + words.dropFirst().map(\.capitalized).joined()
    }
}
