public import SwiftProtobuf

extension CommandEnvelope {
    /// Decodes the body as a `Command`. Unknown fields are ignored.
    ///
    /// - Parameter name: the command's name on the wire, for the error.
    /// - Throws: `.invalidField`, naming the field that has the wrong type.
    public func decode<Command: Message>(
        _ type: Command.Type, named name: String
    ) throws(DecodingFailure) -> Command {
        do {
            switch self.name {
            case .json: return try Command(jsonUTF8Bytes: [UInt8](body), options: Self.options)
            case .binary: return try Command(serializedBytes: [UInt8](body))
            }
        } catch {
            throw failure(type, named: name)
        }
    }

    private static var options: JSONDecodingOptions {
        var options = JSONDecodingOptions()
        options.ignoreUnknownFields = true
        options.messageDepthLimit = JSONMembers.depthMax
        return options
    }

    /// Most members tried to find the one that is wrong: no command of ours has more.
    private static let membersTriedMax = 16

    /// Finds out which field is wrong, by trying one after the other: the library does not say.
    private func failure<Command: Message>(
        _ type: Command.Type, named name: String
    ) -> DecodingFailure {
        var failure = DecodingFailure(.invalidField, field: name, "not a \(name)")
        failure.id = id
        guard case .json = self.name, let members = try? JSONMembers.all(of: body) else {
            return failure
        }
        for member in members.prefix(Self.membersTriedMax) {
            let field = String(decoding: body[member.name], as: UTF8.self)
            let alone =
                [UInt8(ascii: "{"), UInt8(ascii: "\"")] + body[member.name]
                + [UInt8(ascii: "\""), UInt8(ascii: ":")] + body[member.value]
                + [UInt8(ascii: "}")]
            do {
                _ = try Command(jsonUTF8Bytes: alone, options: Self.options)
            } catch {
                failure = DecodingFailure(
                    .invalidField, field: "\(name).\(field)", "wrong type of value")
                failure.id = id
                return failure
            }
        }
        return failure
    }
}
