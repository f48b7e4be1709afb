/// Two people, whichever is named first.
struct PersonPair: Hashable, Sendable {
    let low: Int
    let high: Int

    init(_ one: Int, _ other: Int) {
        (low, high) = one < other ? (one, other) : (other, one)
    }

    func contains(_ person: Int) -> Bool { person == low || person == high }

    /// The other of the two.
    func friend(of person: Int) -> Int { person == low ? high : low }
}
