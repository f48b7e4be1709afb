/// A usual day in fast motion: who is there for how long, and does how much.
struct DayPlan: Sendable {
    let population: Population
    /// Deeds a second, all told.
    let rate: Int
    let seconds: Int
    /// How long a visit lasts.
    let staySeconds: Int

    /// Two of three are there at a time; so whoever leaves is gone for half as long as they stay.
    var atOnce: Int { population.size * 2 / 3 }

    /// Enough visits for the whole day.
    var visitCount: Int { atOnce + atOnce * (seconds + 1) / staySeconds }

    /// Whose visit that is; they are counted from 0.
    func visitor(of visit: Int) -> Int { visit % population.size }

    /// How long it lasts. The first ones begin at once, and are not to end at once.
    func stayNanoseconds(of visit: Int) -> UInt64 {
        let stay = UInt64(staySeconds) * 1_000_000_000
        return visit < atOnce ? stay * UInt64(1 + visit) / UInt64(atOnce) : stay
    }

    /// From one deed of a person to the next, on the average.
    var pauseNanoseconds: UInt64 { UInt64(atOnce) * 1_000_000_000 / UInt64(max(1, rate)) }
}
