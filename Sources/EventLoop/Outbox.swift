/// Bytes that wait for one peer. It belongs to the loop's pool; a connection only borrows it.
///
/// Small output is copied into it. A long body is kept as it is, beside: a thousand peers that do
/// not read one description hold it once.
struct Outbox {
    static let neverStalls = Int64.max

    /// Everything appended since the outbox was last empty, but the body.
    var bytes: [UInt8] = []
    /// How many of them the kernel has taken.
    private(set) var sentCount = 0
    /// A body that follows the first `bodyPosition` of `bytes`; empty for none.
    private var body: [UInt8] = []
    private var bodyPosition = 0
    private var bodySentCount = 0
    /// Whether others keep the body anyway, so that it takes no memory of its own.
    private var isBodyShared = false
    /// When standing still becomes too long; set while the socket does not take more.
    var stallsAt = Self.neverStalls
    /// The slot of the connection that borrows it.
    var borrower: UInt32 = 0

    var waitingCount: Int { bytes.count - sentCount + body.count - bodySentCount }
    /// What waits and was copied; the bound on an outbox is one on this.
    var copiedCount: Int { bytes.count - sentCount }
    /// The memory that what waits takes.
    var heldCount: Int { copiedCount + (isBodyShared ? 0 : body.count) }
    var isBlocked: Bool { stallsAt != Self.neverStalls }
    var hasBody: Bool { !body.isEmpty }

    /// Puts a body behind everything appended so far; there is none before.
    mutating func append(body: [UInt8], isShared: Bool) {
        (self.body, isBodyShared) = (body, isShared)
        (bodyPosition, bodySentCount) = (bytes.count, 0)
    }

    /// Offers the next bytes to `stream`, once.
    ///
    /// - Returns: how many were offered, and what the stream took of them.
    func offer(to stream: ByteStream) -> (count: Int, outcome: ByteStream.WriteOutcome) {
        let (source, range) = next
        return source.withUnsafeBytes { all in
            let next = UnsafeRawBufferPointer(rebasing: all[range])
            return (next.count, stream.write(next))
        }
    }

    /// What goes next: all of one array that may.
    private var next: (source: [UInt8], range: Range<Int>) {
        guard hasBody else { return (bytes, sentCount..<bytes.count) }
        if sentCount < bodyPosition { return (bytes, sentCount..<bodyPosition) }
        return (body, bodySentCount..<body.count)
    }

    /// Forgets what the kernel took; moves the rest down once more than half is gone, so that a
    /// peer that reads slowly but steadily cannot make the outbox grow.
    mutating func advance(by count: Int) {
        if hasBody, sentCount == bodyPosition {
            bodySentCount += count
            if bodySentCount == body.count { dropBody() }
            return
        }
        sentCount += count
        guard sentCount > bytes.count / 2, sentCount < bytes.count else { return }
        bytes.removeFirst(sentCount)
        bodyPosition -= min(bodyPosition, sentCount)
        sentCount = 0
    }

    /// Empties it for the next borrower; the allocation stays.
    mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        sentCount = 0
        dropBody()
        stallsAt = Self.neverStalls
    }

    private mutating func dropBody() {
        body = []
        (bodyPosition, bodySentCount, isBodyShared) = (0, 0, false)
    }
}

/// The outboxes of a loop: as many as have output waiting, not as many as there are connections.
struct OutboxPool {
    /// An outbox that grew beyond this gives its memory back.
    static let keptBytesEach = 65_536
    /// Most bytes that idle outboxes keep for their next use.
    static let keptBytesMax = 4_194_304

    private(set) var outboxes: [Outbox] = []
    private var idle: [UInt32] = []
    private var keptBytes = 0

    subscript(index: UInt32) -> Outbox {
        _read { yield outboxes[Int(index)] }
        _modify { yield &outboxes[Int(index)] }
    }

    /// Lends an empty outbox.
    mutating func borrow() -> UInt32 {
        if let last = idle.popLast() {
            keptBytes -= outboxes[Int(last)].bytes.capacity
            return last
        }
        outboxes.append(Outbox())
        return UInt32(truncatingIfNeeded: outboxes.count - 1)
    }

    /// Takes an outbox back, with whatever still waits in it.
    mutating func giveBack(_ index: UInt32) {
        let capacity = outboxes[Int(index)].bytes.capacity
        if capacity > Self.keptBytesEach || keptBytes + capacity > Self.keptBytesMax {
            outboxes[Int(index)] = Outbox()
        } else {
            outboxes[Int(index)].clear()
            keptBytes += capacity
        }
        idle.append(index)
    }
}
