/// When writers write: one after the other, so many times a second all told.
struct Beat: Equatable, Sendable {
    /// By ``MonotonicClock``.
    let start: UInt64
    let perSecond: Int
    let writerCount: Int
    /// Nobody writes from then on.
    var end = UInt64.max

    /// When that writer is to write, having written so often; nil when it is over.
    func due(_ writer: Int, after count: Int) -> UInt64? {
        let turn = UInt64(clamping: count * writerCount + writer)
        let due = start + turn * 1_000_000_000 / UInt64(max(1, perSecond))
        return perSecond > 0 && due < end ? due : nil
    }
}
