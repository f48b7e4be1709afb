import SwiftProtobuf

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
