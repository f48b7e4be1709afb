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
            case .unknown: "no such thing"
            }
        }
    }

    /// Where a text is as good as any other.
    private static func takes(_ badness: Badness, _ command: String, _ field: String) -> Bool {
        switch (command, field) {
        // A client's own word, for itself alone.
        case ("sessionOpen", "epoch"): true
        case ("roomSend", "cid"): [.control, .override, .unknown].contains(badness)
        case (_, "cid"): badness != .long
        case ("deviceRevoke", "device"), ("accountLogin", "password"): false
        // The password that stands beside it proves enough.
        case (_, "proof.issuer"): true
        case (_, "proof.idToken"): badness == .empty
        // A place in the alphabet.
        case ("wordFavouriteList", "after"), ("wordSeenList", "after"), ("wordFind", "after"),
            ("wordSpeechList", "after"):
            [.empty, .unknown].contains(badness)
        case ("wordFind", "prefix"): badness == .unknown
        // People without an account are left out.
        case ("friendImport", "people"): badness != .long
        case (_, "name"), (_, "firstName"), (_, "lastName"), (_, "bio"), (_, "place"), (_, "text"),
            (_, "title"), (_, "contact"), (_, "displayName"), (_, "device"), (_, "message"),
            (_, "password"):
            badness == .unknown || badness == .empty && isOptional(command, field)
        default: badness == .empty && isOptional(command, field)
        }
    }

    private static func isOptional(_ command: String, _ field: String) -> Bool {
        switch (command, field) {
        case ("accountRegister", "displayName"), ("friendRequest", "message"),
            ("circleConfirm", "text"), ("circleEdit", "text"), ("roomSearch", "with"),
            ("accountLogin", "code"), ("identityLogin", "code"), (_, "proof.code"),
            ("speakerFind", "username"), ("speakerRead", "username"),
            ("partnerMatch", "username"), ("speakerSet", "bio"),
            ("gatheringCreate", "text"), ("gatheringCreate", "place"),
            ("gatheringUpdate", "text"), ("gatheringUpdate", "place"),
            ("gatheringLeave", "username"), ("gatheringGrant", "company"),
            ("teamProfileSet", "text"), ("teamDocumentList", "username"),
            ("teamProfileSet", "contact"), ("teamProfileRead", "username"),
            ("projectCreate", "text"), ("projectUpdate", "text"), ("projectLeave", "username"),
            ("swipeSet", "username"), ("swipeRead", "username"), ("swipeDrop", "username"),
            (_, "more"),
            (_, "before"), (_, "after"), ("checkinClear", "checkin"), ("personList", "prefix"),
            ("checkinSet", "text"), ("checkinSet", "sticker"), ("checkinSet", "activity"),
            ("checkinSet", "picture"), ("wordAnswer", "text"), ("wordProfileRead", "username"),
            ("wordSettingsSet", "category"), ("invitationCreate", "activity"),
            ("accountRegister", "invitation"), ("identityLogin", "invitation"),
            ("passkeyRegister", "invitation"), ("passkeyRegisterBegin", "invitation"):
            true
        case (_, "language"): command != "wordSettingsSet"
        default: false
        }
    }

    @Test(arguments: Badness.allCases)
    func `is refused by the field that it stands in`(badness: Badness) throws {
        let schema = try Schema()
        let world = try World()
        var number = 0
        var unchanged: `The authorisation matrix`.Pair?
        // What is taken changes how they stand: then there are new people.
        func outcome(
            of name: String, _ field: String? = nil
        ) throws -> Result<ServerMessage.OneOf_Body, Refusal> {
            number += 1
            let pair =
                try unchanged
                ?? `The authorisation matrix`.Pair(.friend, number: number, in: world)
            var command = try #require(pair.command(named: name))
            if let field {
                let isList = schema.isList(field, of: name)
                let value: Any = isList ? [badness.text] : badness.text
                command = try Self.changed(command, field, to: value)
            }
            let isForAnyone = world.catalog[.json(name)]?.access == .anyone
            let result = try world.call(
                command, by: pair.caller, as: isForAnyone ? nil : pair.signedIn
            ).result
            unchanged = result.refusal == nil ? nil : pair
            return result
        }
        let first = try `The authorisation matrix`.Pair(.friend, number: number, in: world)
        for name in first.commands().map(\.wireName) {
            let good = try outcome(of: name).refusal
            for field in schema.texts(of: name) {
                let refusal = try outcome(of: name, field).refusal
                let what: Comment =
                    "\(name).\(field), \(badness): \(refusal.map { "\($0)" } ?? "taken")"
                if Self.takes(badness, name, field) {
                    #expect(refusal?.code == good?.code, what)
                } else {
                    #expect(Self.fields(name, field).contains(refusal?.field), what)
                    #expect(refusal?.code != .internal, what)
                }
            }
        }
    }

    /// Where a refusal may point to. Of a proof it is not said what was wrong with it; nor of a
    /// log-in, not even where.
    private static func fields(_ command: String, _ field: String) -> [String?] {
        let whole = String(field.prefix { $0 != "." })
        return switch command {
        case "accountLogin": [field, ""]
        // There is no issuer in this world.
        case "identityLogin", "identityLink": [field, whole, "issuer"]
        case "partnerRead": [field, "number"]
        case "groupAdd", "groupRemove", "groupPass": [field, "room"]
        case "circleUnsay": [field, "comment"]
        default: [field, whole]
        }
    }

    /// A command with another value in one field.
    private static func changed(
        _ command: ClientMessage.OneOf_Command, _ path: String, to value: Any
    ) throws -> ClientMessage.OneOf_Command {
        let message = ClientMessage.with { $0.command = command }
        let json: [UInt8] = try message.jsonUTF8Bytes()
        let object = try JSONSerialization.jsonObject(with: Data(json))
        var whole = object as? [String: [String: Any]] ?? [:]
        let parts = path.split(separator: ".").map(String.init)
        if parts.count == 2 {
            var inner = whole[command.wireName]?[parts[0]] as? [String: Any] ?? [:]
            inner[parts[1]] = value
            whole[command.wireName, default: [:]][parts[0]] = inner
        } else {
            whole[command.wireName, default: [:]][path] = value
        }
        let bytes = [UInt8](try JSONSerialization.data(withJSONObject: whole))
        let changed = try ClientMessage(jsonUTF8Bytes: bytes)
        return try #require(changed.command)
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

    /// Whether a field of a command takes many texts.
    func isList(_ field: String, of command: String) -> Bool {
        (messages[commands[command] ?? ""] ?? "").contains("repeated string \(field) = ")
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

extension Result where Failure == Refusal {
    var refusal: Refusal? {
        if case .failure(let refusal) = self { refusal } else { nil }
    }
}
