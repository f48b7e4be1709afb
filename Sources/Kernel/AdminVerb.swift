public import SwiftProtobuf
import Wire

/// Something that an administrator may have done with what is stored. It is no command: no client
/// can name it.
public struct AdminVerb: Sendable {
    /// How an administrator calls it.
    public let name: String
    /// Reads an order, does what takes long, and says what is left to be done: on a thread that may
    /// wait.
    public let prepare: @Sendable (_ body: [UInt8]) throws(Refusal) -> AdminWork
}

/// What is left to be done of an administrator's order.
public enum AdminWork: Sendable {
    /// To be done on a snapshot.
    case read(@Sendable (Snapshot) throws(Refusal) -> AdminReply)
    /// To be done in a transaction.
    case write(@Sendable (Transaction) throws(Refusal) -> AdminReply)
}

extension Catalog {
    /// Adds an order that only looks.
    public mutating func adminRead<Order: Message>(
        _ name: String,
        _ run: @escaping @Sendable (Order, Snapshot) throws(Refusal) -> AdminReply
    ) {
        admin(name) { order in
            .read { (snapshot) throws(Refusal) in try run(order, snapshot) }
        }
    }

    /// Adds an order that changes something.
    public mutating func adminWrite<Order: Message>(
        _ name: String,
        _ run: @escaping @Sendable (Order, Transaction) throws(Refusal) -> AdminReply
    ) {
        admin(name) { order in
            .write { (transaction) throws(Refusal) in try run(order, transaction) }
        }
    }

    /// Adds an order by what has to be done before its work.
    public mutating func admin<Order: Message>(
        _ name: String,
        _ prepare: @escaping @Sendable (Order) throws(Refusal) -> AdminWork
    ) {
        precondition(!adminVerbs.contains { $0.name == name }, "\(name) twice")
        let prepareBody: @Sendable ([UInt8]) throws(Refusal) -> AdminWork = {
            (body) throws(Refusal) in try prepare(try Order(adminBody: body))
        }
        adminVerbs.append(AdminVerb(name: name, prepare: prepareBody))
    }
}

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
