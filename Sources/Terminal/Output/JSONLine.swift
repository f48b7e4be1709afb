import Glibc
import SwiftProtobuf
import Wire

/// A message of the server as one line of JSON.
///
/// It loses nothing, and is harmless on a terminal too: every character that SafeText would not
/// show is written as an escape of JSON, which any reader turns back.
enum JSONLine {
    /// The line, without its end. The key to the account is left out: it belongs into the profile.
    static func text(_ message: ServerMessage) -> String {
        var message = message
        if case .account = message.body { message.account.token = "" }
        return line(message)
    }

    /// What a server has said may be more than JSON can say: then the line says only that.
    static func line(_ message: some Message) -> String {
        guard let _: [UInt8] = try? message.jsonUTF8Bytes() else { return #"{"unreadable":true}"# }
        return escaped(String(decoding: message.answerBytes(.json), as: UTF8.self))
    }

    /// Several as one object.
    static func text(_ bodies: [ServerMessage.OneOf_Body]) -> String {
        "{" + bodies.map { text(ServerMessage($0)).dropFirst().dropLast() }.joined(separator: ",")
            + "}"
    }

    /// A text as a string of JSON.
    static func quoted(_ text: String) -> String {
        let characters = text.unicodeScalars.map { scalar in
            scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : "\(scalar)"
        }
        return escaped("\"\(characters.joined())\"")
    }

    /// Whether it is read on a terminal that has no other letters, which would show others in
    /// place of them.
    private static let isForASCII = !UTF8Locale.isTheUsers && isatty(STDOUT_FILENO) == 1

    static func escaped(_ json: String, inASCII: Bool = isForASCII) -> String {
        guard !json.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return json }
        var text = String.UnicodeScalarView()
        for scalar in json.unicodeScalars {
            switch ScalarKind(scalar) {
            case _ where inASCII && !scalar.isASCII: text.append(contentsOf: escape(scalar))
            case .visible, .mark: text.append(scalar)
            case .space where scalar == " ": text.append(scalar)
            case .joiner, .space, .hidden, .unknown: text.append(contentsOf: escape(scalar))
            }
        }
        return String(text)
    }

    /// - Source: RFC 8259 §7.
    private static func escape(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
        let units = String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return units.joined().unicodeScalars
    }
}
