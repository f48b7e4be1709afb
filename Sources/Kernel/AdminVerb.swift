public import SwiftProtobuf
import Wire

/// An order of an administrator about stored data. It is no command: no client can name it.
public struct AdminVerb: Sendable {
    /// The name that the administrator uses.
    public let name: String
    /// Decodes an order, does what takes long, and returns the rest of the work. Runs on a thread
    /// that may wait.
    public let prepare: @Sendable (_ body: [UInt8]) throws(Refusal) -> AdminWork
}

/// The rest of the work of an administrator's order.
public enum AdminWork: Sendable {
    /// Runs on a snapshot.
    case read(@Sendable (Snapshot) throws(Refusal) -> AdminReply)
    /// Runs in a transaction.
    case write(@Sendable (Transaction) throws(Refusal) -> AdminReply)
}

extension Catalog {
    /// Adds an order that only reads.
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

    /// Adds an order with work that comes before its read or write.
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

/// The outcome of an administrator's order.
public struct AdminReply: Equatable, Sendable {
    /// The answer, as a message in JSON.
    public let json: [UInt8]
    /// The user it was about, for the event log.
    public let user: User.ID?
    /// The second user, if it was about two.
    public let other: User.ID?
    /// How many things it concerned, for the event log.
    public let count: Int?

    /// - Parameters:
    ///   - message: the answer.
    ///   - user: the user it was about.
    ///   - other: the second user, if it was about two.
    ///   - count: how many things it concerned.
    public init(
        _ message: some Message, about user: User.ID? = nil, and other: User.ID? = nil,
        count: Int? = nil
    ) throws(Refusal) {
        guard let json: [UInt8] = try? message.storedAnswerBytes() else { throw .fault }
        (self.json, self.user, self.other, self.count) = (json, user, other, count)
    }
}

extension Message {
    /// The message of an administrator's order; an empty body is an empty object.
    ///
    /// - Throws: `.malformed` when the body is not this message in JSON, or has unknown fields.
    public init(adminBody bytes: [UInt8]) throws(Refusal) {
        let json = bytes.withUnsafeBytes { UnicodeEscapes.writtenOut(in: $0) }
        guard let message = try? Self(jsonUTF8Bytes: json.isEmpty ? Array("{}".utf8) : json)
        else {
            throw Refusal(.malformed, "expected \(Self.protoMessageName) of admin.proto, in JSON")
        }
        self = message
    }
}
