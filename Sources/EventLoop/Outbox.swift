/// Bytes that wait for one peer. It belongs to the loop's pool; a connection only borrows it.
struct Outbox {
    static let neverStalls = Int64.max

    /// Everything appended since the outbox was last empty.
    var bytes: [UInt8] = []
    /// How many of them the kernel has taken.
    private(set) var sentCount = 0
    /// When standing still becomes too long; set while the socket does not take more.
    var stallsAt = Self.neverStalls

    var waitingCount: Int { bytes.count - sentCount }
    var isBlocked: Bool { stallsAt != Self.neverStalls }

    /// Offers all that waits to `stream`, once.
    func offer(to stream: ByteStream) -> ByteStream.WriteOutcome {
        bytes.withUnsafeBytes { all in
            stream.write(UnsafeRawBufferPointer(rebasing: all[sentCount...]))
        }
    }

    /// Forgets what the kernel took; moves the rest down once more than half is gone, so that a
    /// peer that reads slowly but steadily cannot make the outbox grow.
    mutating func advance(by count: Int) {
        sentCount += count
        guard sentCount > bytes.count / 2, sentCount < bytes.count else { return }
        bytes.removeFirst(sentCount)
        sentCount = 0
    }

    /// Empties it for the next borrower; the allocation stays.
    mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        sentCount = 0
        stallsAt = Self.neverStalls
    }
}
