public import SwiftProtobuf

extension CommandEnvelope {
    /// Decodes the body as a `Command`. Unknown fields are ignored; unknown names of an enum are
    /// not, since the library would take them for the first.
    ///
    /// - Parameter name: the command's name on the wire, for the error.
    /// - Throws: `.invalidField`, naming the field that has the wrong type.
    public func decode<Command: Message>(
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
        let bytes = SurrogatePairs.writtenOut(in: body)
        var options = Self.options
        if let command = try? Command(jsonUTF8Bytes: bytes, options: options) { return command }
        let wrong = wrongMember(of: type)
        options.ignoreUnknownFields = true
        guard wrong == nil, let command = try? Command(jsonUTF8Bytes: bytes, options: options)
        else { throw failure(named: name, wrong) }
        return command
    }

    private static var options: JSONDecodingOptions {
        var options = JSONDecodingOptions()
        options.messageDepthLimit = JSONMembers.depthMax
        return options
    }

    /// Most members tried to find the one that is wrong: no command of ours has more.
    private static let membersTriedMax = 16

    /// Finds out which field is wrong, by trying one after the other: the library does not say.
    private func wrongMember<Command: Message>(of type: Command.Type) -> String? {
        guard let members = try? JSONMembers.all(of: body) else { return nil }
        for member in members.prefix(Self.membersTriedMax) {
            let alone =
                [UInt8(ascii: "{"), UInt8(ascii: "\"")] + body[member.name]
                + [UInt8(ascii: "\""), UInt8(ascii: ":")] + body[member.value]
                + [UInt8(ascii: "}")]
            do {
                _ = try Command(jsonUTF8Bytes: alone, options: Self.options)
            } catch JSONDecodingError.unknownField {
                continue
            } catch {
                return String(decoding: body[member.name], as: UTF8.self)
            }
        }
        return nil
    }

    private func failure(named name: String, _ member: String? = nil) -> DecodingFailure {
        var failure =
            if let member {
                DecodingFailure(
                    .invalidField, field: "\(name).\(member)", "wrong type of value")
            } else {
                DecodingFailure(.invalidField, field: name, "this is no \(name)")
            }
        failure.id = id
        return failure
    }
}
