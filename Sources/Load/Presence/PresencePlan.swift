/// Who comes and goes, and for how long; everybody else of the population is there all the time.
struct PresencePlan: Sendable {
    /// Longer than the second in which an absence is not told.
    private static let stayNanoseconds: UInt64 = 2_000_000_000

    let population: Population
    /// Visits a second.
    let rate: Int
    let seconds: Int

    /// How many of those who come and go are there at a time.
    var atOnce: Int { 2 * rate }
    /// The first ones of the circle: after two seconds here they are gone for four.
    var visitorCount: Int { 3 * atOnce }
    var visitCount: Int { rate * seconds }

    /// Whose visit that is; they are counted from 0.
    func visitor(of visit: Int) -> Int { visit % visitorCount }

    /// How long it lasts. The first ones come at once, and are not to leave at once.
    func stayNanoseconds(of visit: Int) -> UInt64 {
        guard visit < atOnce else { return Self.stayNanoseconds }
        return Self.stayNanoseconds * UInt64(1 + visit) / UInt64(atOnce)
    }

    /// The friends of a visitor who are there all the time.
    func watchers(of visitor: Int) -> [Int] {
        population.friends(of: visitor).filter { $0 >= visitorCount }
    }

    /// How often somebody is to be told that a visitor has come; as often, that one has left.
    var tellingCount: Int {
        let counts = (0..<visitorCount).map { watchers(of: $0).count }
        return (0..<visitCount).reduce(0) { $0 + counts[visitor(of: $1)] }
    }
}
