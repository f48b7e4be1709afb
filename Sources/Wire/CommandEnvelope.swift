import SwiftProtobuf

/// The outside of a command: its id, what it is called, and where its body lies.
///
/// Opening the envelope first, and its body only once the command is known, spares a switch over
/// all commands, decodes once, and lets every error name its field.
public struct CommandEnvelope {
    /// What the command is called in its format.
    public enum Name: Hashable, Sendable {
        case json(String)
        case binary(Int)

        /// Names are bytes: `==` of texts takes `K` and the sign of Kelvin for the same.
        public static func == (one: Name, other: Name) -> Bool {
            switch (one, other) {
            case (.json(let one), .json(let other)): one.isSame(as: other)
            case (.binary(let one), .binary(let other)): one == other
            default: false
            }
        }
    }

    /// The client's number for this command, 1 or more.
    public let id: UInt32
    /// Which command it is; not yet known to exist.
    public let name: Name
    /// The command's own bytes, inside the bytes that were opened.
    public let body: UnsafeRawBufferPointer

    /// Opens the outside of `bytes`.
    ///
    /// - Parameter bytes: one whole message; must outlive this value.
    /// - Throws: `.malformed`, `.tooDeep`; `.invalidField` for the id, or for no or several
    ///   commands.
    public init(
        opening bytes: UnsafeRawBufferPointer, format: WireFormat
    ) throws(DecodingFailure) {
        switch format {
        case .json: try self.init(openingJSON: bytes)
        case .binary: try self.init(openingBinary: bytes)
        }
    }

    /// An envelope around a body that came without one, as a request of HTTP.
    ///
    /// - Parameters:
    ///   - name: of the command.
    ///   - body: one JSON object; must outlive this value.
    public init(of name: String, around body: UnsafeRawBufferPointer) {
        (id, self.name, self.body) = (1, .json(name), body)
    }

    private init(openingJSON bytes: UnsafeRawBufferPointer) throws(DecodingFailure) {
        var id: UInt32?
        var command: (name: String, value: Range<Int>)?
        var surplus: String?
        for member in try JSONMembers.all(of: bytes) {
            let name = String(decoding: bytes[member.name], as: UTF8.self)
            if name == "id" {
                guard id == nil else { throw Self.badID }
                id = Self.number(bytes[member.value])
                guard id != nil else { throw Self.badID }
            } else if command == nil {
                command = (name, member.value)
            } else {
                surplus = name
            }
        }
        let (checked, found) = try Self.complete(id, command)
        if let surplus { throw Self.tooMany(surplus, id: checked) }
        self.id = checked
        self.name = .json(found.name)
        self.body = UnsafeRawBufferPointer(rebasing: bytes[found.value])
    }

    private init(openingBinary bytes: UnsafeRawBufferPointer) throws(DecodingFailure) {
        var id: UInt32?
        var command: (number: Int, value: Range<Int>)?
        var hasSurplus = false
        for member in try BinaryMembers.all(of: bytes) {
            if member.number == 1 {
                id = UInt32(exactly: member.varint)
            } else if command == nil {
                command = (member.number, member.value)
            } else {
                // The same command once more, too: protobuf would merge the two.
                hasSurplus = true
            }
        }
        let (checked, found) = try Self.complete(id, command)
        if hasSurplus { throw Self.tooMany("", id: checked) }
        self.id = checked
        self.name = .binary(found.number)
        self.body = UnsafeRawBufferPointer(rebasing: bytes[found.value])
    }

    private static func complete<Command>(
        _ id: UInt32?, _ command: Command?
    ) throws(DecodingFailure) -> (UInt32, Command) {
        guard let id, id > 0 else { throw badID }
        guard let command else {
            throw DecodingFailure(.invalidField, "expected a command beside the id").with(id)
        }
        return (id, command)
    }

    private static func tooMany(_ field: String, id: UInt32) -> DecodingFailure {
        DecodingFailure(.invalidField, field: field, "one command a message").with(id)
    }

    private static var badID: DecodingFailure {
        DecodingFailure(.invalidField, field: "id", "expected one whole number, 1 to \(UInt32.max)")
    }

    /// Reads digits, bare or in quotes, as proto JSON allows; no number of JSON's starts with 0.
    private static func number(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt32? {
        let text = String(decoding: bytes, as: UTF8.self)
        let quoted = text.count > 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
        let digits = quoted ? String(text.dropFirst().dropLast()) : text
        guard digits.utf8.first != UInt8(ascii: "0"),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return UInt32(digits)
    }
}

extension DecodingFailure {
    fileprivate func with(_ id: UInt32) -> Self {
        var copy = self
        copy.id = id
        return copy
    }
}

/// Why the bytes of a command could not be understood. It becomes the answer to that command;
/// the connection lives.
public struct DecodingFailure: Error, Equatable, Sendable {
    /// The reason in the terms of the wire.
    public let code: ErrorCode
    /// The field at fault, as a path from the command; empty when it is the message as a whole.
    public let field: String
    /// One sentence: what was expected.
    public let message: String
    /// The command's id, when that much could be read; else 0.
    public var id: UInt32 = 0

    /// A failure of the field at `field`.
    public init(_ code: ErrorCode, field: String = "", _ message: String) {
        self.code = code
        self.field = field
        self.message = message
    }
}

/// A command that may carry the client's own id of it, so that sending it again has one effect.
///
/// Which commands these are the schema says, by a field `cid`: Generated/lists.swift.
public protocol Repeatable: Normalizable {
    /// The client's id of this command, at most 64 bytes; unique per user. Empty: none.
    var cid: String { get }
}

extension CommandEnvelope {
    /// Decodes the body as a `Command`. Unknown fields are ignored; unknown names of an enum are
    /// not, since the library would take them for the first. Names, keys and identifiers have one
    /// form from here on.
    ///
    /// - Parameter name: the command's name on the wire, for the error.
    /// - Throws: `.invalidField`, naming the field that has the wrong type.
    public func decode<Command: Normalizable>(
        _ type: Command.Type, named name: String
    ) throws(DecodingFailure) -> Command {
        var command = try decodeAsSent(type, named: name)
        command.normalize()
        return command
    }

    private func decodeAsSent<Command: Message>(
        _ type: Command.Type, named name: String
    ) throws(DecodingFailure) -> Command {
        switch self.name {
        case .json: return try decodeJSON(type, named: name)
        case .binary:
            do {
                return try Command(serializedBytes: [UInt8](body))
            } catch {
                throw failure(named: name)
            }
        }
    }

    private func decodeJSON<Command: Message>(
        _ type: Command.Type, named name: String
    ) throws(DecodingFailure) -> Command {
        let bytes = UnicodeEscapes.writtenOut(in: body)
        var options = Self.options
        if let command = try? Command(jsonUTF8Bytes: bytes, options: options) { return command }
        let findings = findings(in: bytes, as: type)
        options.ignoreUnknownFields = true
        guard findings.wrong == nil,
            let command = try? Command(jsonUTF8Bytes: findings.bytes, options: options)
        else { throw failure(named: name, findings.wrong) }
        return command
    }

    private static var options: JSONDecodingOptions {
        var options = JSONDecodingOptions()
        options.messageDepthLimit = JSONMembers.depthMax
        return options
    }

    /// Most members tried to find the one that is wrong: no command of ours has more.
    private static let membersTriedMax = 16

    /// Why the library does not take a body.
    private struct Findings {
        /// The body, with times as the library reads them.
        var bytes: [UInt8]
        /// The first member that is wrong, and what was expected.
        var wrong: (name: String, reason: String)?
    }

    /// Finds out which member the library does not take, by trying one after the other: it does not
    /// say. A time that it does not know is written in UTC.
    private func findings<Command: Message>(
        in bytes: [UInt8], as type: Command.Type
    ) -> Findings {
        var findings = Findings(bytes: bytes)
        let members = bytes.withUnsafeBytes { try? JSONMembers.all(of: $0) } ?? []
        for member in members.prefix(Self.membersTriedMax).reversed() {
            let value = bytes[member.value]
            if Self.takes(value, as: bytes[member.name], type) { continue }
            if let time = Self.time(in: value), Self.takes(time, as: bytes[member.name], type) {
                findings.bytes.replaceSubrange(member.value, with: time)
            } else {
                findings.wrong = (
                    String(decoding: bytes[member.name], as: UTF8.self),
                    Self.isTime(bytes[member.name], type)
                        ? "expected a time of RFC 3339, such as 2027-05-20T18:30:00+02:00"
                        : "wrong type of value"
                )
            }
        }
        return findings
    }

    /// Whether the library takes a message of one member; one that it does not know it skips.
    private static func takes<Command: Message>(
        _ value: ArraySlice<UInt8>, as name: ArraySlice<UInt8>, _ type: Command.Type
    ) -> Bool {
        let alone = Array("{\"".utf8) + name + Array("\":".utf8) + value + Array("}".utf8)
        do {
            _ = try Command(jsonUTF8Bytes: alone, options: options)
        } catch JSONDecodingError.unknownField {
            return true
        } catch {
            return false
        }
        return true
    }

    /// A time of RFC 3339 as the library writes it, in quotes.
    private static func time(in value: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard value.count > 2, value.first == UInt8(ascii: "\"") else { return nil }
        let text = String(decoding: value.dropFirst().dropLast(), as: UTF8.self)
        let written = try? Google_Protobuf_Timestamp(rfc3339: text)?.jsonString()
        return written.map { Array($0.utf8)[...] }
    }

    /// Whether a member is a time, rather than any text.
    private static func isTime<Command: Message>(
        _ name: ArraySlice<UInt8>, _ type: Command.Type
    ) -> Bool {
        takes(Array("\"2027-05-20T16:30:00Z\"".utf8)[...], as: name, type)
            && !takes(Array("\"\"".utf8)[...], as: name, type)
    }

    private func failure(
        named name: String, _ wrong: (name: String, reason: String)? = nil
    ) -> DecodingFailure {
        var failure =
            if let wrong {
                DecodingFailure(
                    .invalidField, field: "\(name).\(wrong.name)", wrong.reason)
            } else {
                DecodingFailure(.invalidField, field: name, "this is no \(name)")
            }
        failure.id = id
        return failure
    }
}
