/// A promise that the server broke.
package struct Violation: Hashable, Sendable, Encodable {
    /// Which kind of promise.
    package enum Kind: String, CaseIterable, Sendable, Encodable {
        /// Acknowledged or seen, and not there afterwards; due, and never delivered.
        case lost
        /// There twice, or with two effects.
        case duplicated
        /// Another order, or another content, than somebody else was shown.
        case reordered
        /// Known to somebody whom it does not concern.
        case leaked
        /// True for one side of a pair and not for the other.
        case asymmetric
    }

    package let kind: Kind
    /// One line for a person.
    package let what: String

    package init(_ kind: Kind, _ what: String) {
        (self.kind, self.what) = (kind, what)
    }
}
