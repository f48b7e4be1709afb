import Kernel

/// Half a minute of the wall clock, for which an authenticator shows one code.
///
/// - Source: RFC 6238 §4.
struct TimeStep: Comparable, Sendable {
    /// Steps since 1970-01-01T00:00:00Z.
    let number: Int64

    init(number: Int64) { self.number = number }

    /// The one that a moment lies in.
    init(at moment: Moment) {
        number = moment.unixMilliseconds / 30_000
    }

    /// Those whose codes are taken at a moment: clocks differ, and people take time to type.
    static func taken(at moment: Moment) -> [TimeStep] {
        let now = TimeStep(at: moment).number
        return [now, now - 1, now + 1].map(TimeStep.init(number:))
    }

    static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
