public import SwiftProtobuf

extension Message {
    /// This message, which our own code has built, as it goes on the wire.
    ///
    /// Traps when it cannot be encoded: strings are valid, and every time and duration that we
    /// make is one that JSON can say, so that would be an error of ours, which nobody would see in
    /// an empty message. What a peer has built, or the store has kept, is encoded with `try`.
    public func builtBytes(_ format: WireFormat) -> [UInt8] {
        do {
            return switch format {
            case .json: try jsonUTF8Bytes(options: .sorted)
            case .binary: try serializedBytes(options: .sorted)
            }
        } catch {
            preconditionFailure("\(Self.protoMessageName) cannot be encoded: \(error)")
        }
    }
}

/// The members of a map come in one order: the same answer is the same bytes, with one ETag.
extension JSONEncodingOptions {
    fileprivate static let sorted = {
        var options = JSONEncodingOptions()
        options.useDeterministicOrdering = true
        return options
    }()
}

extension BinaryEncodingOptions {
    fileprivate static let sorted = {
        var options = BinaryEncodingOptions()
        options.useDeterministicOrdering = true
        return options
    }()
}

/// How messages are written on one connection: chosen by the WebSocket subprotocol.
public enum WireFormat: Sendable, CaseIterable {
    /// proto3 JSON in text frames: the default.
    case json
    /// proto3 binary in binary frames: subprotocol `upfor.v1.binary`.
    case binary

    /// The subprotocol that asks for this format; JSON needs none, but has a name too.
    public var subprotocol: String {
        switch self {
        case .json: "upfor.v1.json"
        case .binary: "upfor.v1.binary"
        }
    }

    /// The format that a negotiated subprotocol stands for.
    public init?(subprotocol: String?) {
        switch subprotocol {
        case nil, WireFormat.json.subprotocol: self = .json
        case WireFormat.binary.subprotocol: self = .binary
        default: return nil
        }
    }
}

/// Text as JSON writes it.
public enum JSONText {
    /// Between quotes, with what has to be escaped.
    ///
    /// - Source: RFC 8259 §7.
    public static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

/// The texts in a protobuf message of whatever kind.
public enum BinaryTexts {
    /// Messages in messages in messages: our own schema has four.
    private static let depthMax = 8

    /// Whether `isWanted` is true of any text in a message. Where bytes may be a text or another
    /// message, they are looked at as both.
    public static func contains(
        in bytes: UnsafeRawBufferPointer, where isWanted: (Substring) -> Bool
    ) -> Bool {
        var rest = [(bytes: bytes, depth: 0)]
        while let (bytes, depth) = rest.popLast() {
            guard let members = try? BinaryMembers.all(of: bytes) else { continue }
            for member in members where !member.value.isEmpty {
                let value = UnsafeRawBufferPointer(rebasing: bytes[member.value])
                if let text = String(validating: value, as: UTF8.self), isWanted(text[...]) {
                    return true
                }
                if depth < depthMax { rest.append((value, depth + 1)) }
            }
        }
        return false
    }
}
