public import SwiftProtobuf
import Wire

/// What an administrator's order came to.
public struct AdminReply: Equatable, Sendable {
    /// The answer, as the wire writes a message in JSON.
    public let json: [UInt8]
    /// Whom it was about, for the event log.
    public let user: User.ID?
    /// The other one, if it was about two.
    public let other: User.ID?
    /// How many it concerned, for the event log.
    public let count: Int?

    /// - Parameters:
    ///   - message: the answer.
    ///   - user: whom it was about.
    ///   - other: the other one, if it was about two.
    ///   - count: how many it concerned.
    public init(
        _ message: some Message, about user: User.ID? = nil, and other: User.ID? = nil,
        count: Int? = nil
    ) throws(Refusal) {
        guard let json: [UInt8] = try? message.storedAnswerBytes() else { throw .fault }
        (self.json, self.user, self.other, self.count) = (json, user, other, count)
    }
}

extension Message {
    /// What an administrator's order says; nothing at all is an empty object.
    ///
    /// - Throws: `.malformed` when it is not this message in JSON, or has fields that this has not.
    public init(adminBody bytes: [UInt8]) throws(Refusal) {
        let json = bytes.withUnsafeBytes { UnicodeEscapes.writtenOut(in: $0) }
        guard let message = try? Self(jsonUTF8Bytes: json.isEmpty ? Array("{}".utf8) : json)
        else {
            throw Refusal(.malformed, "expected \(Self.protoMessageName) of admin.proto, in JSON")
        }
        self = message
    }
}
