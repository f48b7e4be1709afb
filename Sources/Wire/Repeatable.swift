/// A command that may carry the client's own id of it, so that sending it again has one effect.
///
/// Which commands these are the schema says, by a field `cid`: Generated/lists.swift.
public protocol Repeatable: Normalizable {
    /// The client's id of this command, at most 64 bytes; unique per user. Empty: none.
    var cid: String { get }
}
