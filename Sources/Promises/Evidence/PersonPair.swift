/// Two people, whichever is named first.
package struct PersonPair: Hashable, Sendable {
    package let low: Int
    package let high: Int

    package init(_ one: Int, _ other: Int) {
        (low, high) = one < other ? (one, other) : (other, one)
    }

    package func contains(_ person: Int) -> Bool { person == low || person == high }

    /// The other of the two.
    package func friend(of person: Int) -> Int { person == low ? high : low }
}
