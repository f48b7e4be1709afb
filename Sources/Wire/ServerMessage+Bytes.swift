import SwiftProtobuf

extension ServerMessage {
    /// This message, which the server has built, as it goes on the wire.
    public func bytes(_ format: WireFormat) -> [UInt8] { builtBytes(format) }

    /// An answer to the command `id`.
    public init(id: UInt32, _ body: OneOf_Body) {
        self.init()
        self.id = id
        self.body = body
    }

    /// Something that is neither an answer nor in the inbox.
    public init(_ body: OneOf_Body) {
        self.init()
        self.body = body
    }
}

extension ServerMessage {
    /// Reads a message; what a newer server says beyond our schema is left out.
    ///
    /// - Returns: nil when the bytes are no message at all.
    public init?(_ bytes: [UInt8], _ format: WireFormat) {
        var options = JSONDecodingOptions()
        options.ignoreUnknownFields = true
        do {
            switch format {
            case .json: try self.init(jsonUTF8Bytes: bytes, options: options)
            case .binary: try self.init(serializedBytes: bytes)
            }
        } catch {
            return nil
        }
    }
}

extension ServerMessage {
    /// What the message is called on the wire: "roomSent"; empty when there is no body.
    public var bodyName: String {
        bytes(.json).withUnsafeBytes { json in
            let members = (try? JSONMembers.all(of: json)) ?? []
            let names = members.map { String(decoding: json[$0.name], as: UTF8.self) }
            return names.first { !["id", "seq", "at"].contains($0) } ?? ""
        }
    }
}

extension Bye {
    /// A goodbye.
    ///
    /// - Parameters:
    ///   - code: of the close frame that follows.
    ///   - reason: one phrase for a person.
    ///   - retryAfter: how long the client should stay away; nil when that is up to it.
    public init(code: UInt16, reason: String, retryAfter: Duration? = nil) {
        self.init()
        self.code = UInt32(code)
        self.reason = reason
        if let retryAfter { self.retryAfter = Google_Protobuf_Duration(rounding: retryAfter) }
    }
}

extension ErrorCode {
    /// The code as the schema and JSON spell it: `NOT_FRIENDS`.
    public var wireName: String {
        if case .UNRECOGNIZED(let number) = self { return String(number) }
        return String(describing: self).reduce(into: "") { name, character in
            if character.isUppercase { name.append("_") }
            name += character.uppercased()
        }
    }
}
