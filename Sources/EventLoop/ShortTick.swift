/// A tick of a loop's clock in 32 bits, to save memory in what each connection has: the low bits
/// of it. Near which tick it lies is known, so the high bits follow.
///
/// All zero bits are none.
struct ShortTick {
    /// How far ahead one may lie: 2^29 ticks of 16 ms are 99 days.
    static let aheadMax: Int64 = 1 << 29
    static let none = ShortTick()

    private var bits: UInt32 = 0

    private init() {}

    /// One tick in four billion is taken for the next, because zero means none.
    init(_ tick: Int64) {
        bits = max(UInt32(truncatingIfNeeded: tick), 1)
    }

    /// The tick; nil when there is none.
    ///
    /// - Parameter known: a tick that is less than 2^31 ticks away.
    func tick(near known: Int64) -> Int64? {
        guard bits != 0 else { return nil }
        return known &+ Int64(Int32(bitPattern: bits &- UInt32(truncatingIfNeeded: known)))
    }
}
