/// How many handshake messages a peer has sent within a minute, once its handshake was done.
///
/// An honest peer sends one in months. Each costs us ten times what a small record does, and a read
/// of 64 KiB has room for 2,400 of them.
struct PostHandshakeCount {
    private static let windowMilliseconds: Int64 = 60_000

    private let countMax: Int32
    private var count: Int32 = 0
    private var endsAtMilliseconds = Int64.min

    /// - Parameter countMax: most messages a minute.
    init(max countMax: Int) {
        self.countMax = Int32(clamping: countMax)
    }

    /// One more has come.
    ///
    /// - Returns: whether that is one too many.
    mutating func exceeds(atMilliseconds now: Int64) -> Bool {
        if now >= endsAtMilliseconds {
            endsAtMilliseconds = now &+ Self.windowMilliseconds
            count = 0
        }
        guard count < countMax else { return true }
        count += 1
        return false
    }
}
