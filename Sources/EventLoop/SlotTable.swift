/// The connections of a loop, found by place and generation: no dictionary, no object each.
struct SlotTable {
    private var slots: [Slot] = []
    private var vacant: [UInt32] = []

    /// Room for `countMax` places; the pages are touched only as they are used.
    init(countMax: Int) {
        slots.reserveCapacity(countMax)
    }

    /// One past the highest place that was ever used.
    var endIndex: UInt32 { UInt32(truncatingIfNeeded: slots.count) }

    subscript(index: UInt32) -> Slot {
        _read { yield slots[Int(index)] }
        _modify { yield &slots[Int(index)] }
    }

    /// Takes a place; the highest free one that was used last, since it is still in the caches.
    mutating func insert(_ stream: ByteStream, _ phase: Slot.Phase) -> UInt32 {
        let index: UInt32
        if let last = vacant.popLast() {
            index = last
        } else {
            index = endIndex
            slots.append(Slot())
        }
        slots[Int(index)].stream = stream
        slots[Int(index)].phase = phase
        return index
    }

    /// Frees a place for the next generation.
    mutating func remove(_ index: UInt32) {
        var slot = Slot()
        slot.generation = slots[Int(index)].generation &+ 1
        slots[Int(index)] = slot
        vacant.append(index)
    }

    /// The place of a connection that still lives.
    func index(of connection: ConnectionID) -> UInt32? {
        guard connection.index < endIndex else { return nil }
        let slot = slots[Int(connection.index)]
        guard slot.generation == connection.generation, slot.phase != .free else { return nil }
        return connection.index
    }

    func connection(at index: UInt32) -> ConnectionID {
        ConnectionID(index: index, generation: slots[Int(index)].generation)
    }

    /// What epoll carries for this place: it comes back with every event.
    func token(at index: UInt32) -> UInt64 {
        UInt64(slots[Int(index)].generation) << 32 | UInt64(index)
    }
}
