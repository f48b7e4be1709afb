/// When which toggler turns what on and off.
///
/// Everybody has a turn in each round, each time with another activity: nobody turns the same
/// thing on twice, which within half a minute would be the same overlap, and nobody would be told.
/// Those who follow one another differ, so that togglers seldom match among themselves.
struct MatchPlan: Sendable {
    /// Toggles a second, half of them on, half of them off.
    let rate: Int
    let togglerCount: Int
    /// How long a toggle stays on.
    static let holdNanoseconds: UInt64 = 1_000_000_000

    /// One toggle.
    struct Deed: Equatable, Sendable {
        let activity: Int
        let isOn: Bool
    }

    /// What a toggler does next, having done so much, if it is time for it.
    ///
    /// - Parameters:
    ///   - elapsed: since the beginning, in nanoseconds.
    ///   - end: nobody turns anything on from then on.
    func deed(
        of toggler: Int, done count: Int, elapsed: UInt64, end: UInt64
    ) -> Deed? {
        let (round, isOn) = (count / 2, count % 2 == 0)
        guard round < Population.activities.count else { return nil }
        let begin = start(of: toggler, round)
        let time = isOn ? begin : begin + Self.holdNanoseconds
        guard elapsed >= time, begin < end else { return nil }
        return Deed(activity: (round + toggler) % Population.activities.count, isOn: isOn)
    }

    /// The longest that it can go on.
    var secondsMax: Int { Population.activities.count * togglerCount * 2 / max(1, rate) }

    private func start(of toggler: Int, _ round: Int) -> UInt64 {
        UInt64(round * togglerCount + toggler) * 2_000_000_000 / UInt64(max(1, rate))
    }
}
