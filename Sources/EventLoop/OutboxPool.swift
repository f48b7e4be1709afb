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
