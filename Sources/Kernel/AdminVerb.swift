public import SwiftProtobuf

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
