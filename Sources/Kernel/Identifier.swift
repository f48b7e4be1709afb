/// A 64-bit id that knows what it identifies: a user's id is not accepted as a room's.
public struct Identifier<Entity>: RawRepresentable, Hashable, Sendable {
    /// The number itself, as it is stored. Never on the wire.
    public let rawValue: Int64

    /// Takes a number that is known to identify an `Entity`.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}

extension Identifier: ExpressibleByIntegerLiteral {
    /// For tests and constants.
    public init(integerLiteral value: Int64) { self.init(rawValue: value) }
}

extension Identifier: Comparable {
    /// Made earlier.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A person with an account.
public enum User {
    /// Which person.
    public typealias ID = Identifier<User>
}

extension Identifier<User> {
    /// Nobody: no account has this id. Stands where there is no such person, so that the same is
    /// done for them as for everybody. What is delivered to nobody is read by nobody.
    public static var nobody: Self { 0 }
}
