import Glibc

/// The connections of a loop, found by place and generation: no dictionary, no object each.
final class SlotTable {
    /// Places for listeners, beyond those for connections.
    static let listenersMax = 64

    private let capacity: Int
    // SAFETY: `capacity` slots, zeroed in `init` and freed in `deinit`. All zero bits are a valid
    // `Slot` (no enum of it lacks a case 0), in phase `.free`. Every access checks the capacity.
    // A plain pointer, because these are the hottest accesses of the loop: in an array each would
    // cost an exclusivity check and a uniqueness check, 4 % of an echo all told.
    private let slots: UnsafeMutablePointer<Slot>
    private var vacant: [UInt32] = []
    /// One past the highest place that was ever used.
    private(set) var endIndex: UInt32 = 0

    /// Room for `connectionsMax` connections; the pages are touched only as they are used.
    init(connectionsMax: Int) {
        capacity = connectionsMax + Self.listenersMax
        guard let memory = calloc(capacity, MemoryLayout<Slot>.stride) else {
            preconditionFailure("no memory for \(capacity) connections")
        }
        slots = memory.bindMemory(to: Slot.self, capacity: capacity)
    }

    deinit { free(slots) }

    subscript(index: UInt32) -> Slot {
        _read {
            precondition(Int(index) < capacity, "no such slot")
            yield slots[Int(index)]
        }
        _modify {
            precondition(Int(index) < capacity, "no such slot")
            yield &slots[Int(index)]
        }
    }

    /// Takes a place: the one that was freed last, since it is still in the caches.
    func insert(_ stream: ByteStream, _ phase: Slot.Phase) -> UInt32 {
        let index = vacant.popLast() ?? endIndex
        if index == endIndex { endIndex += 1 }
        var slot = Slot()
        slot.generation = self[index].generation
        slot.stream = stream
        slot.phase = phase
        self[index] = slot
        return index
    }

    /// The identifier of the next connection to be inserted.
    var next: ConnectionID { connection(at: vacant.last ?? endIndex) }

    /// Frees a place for the next generation.
    func remove(_ index: UInt32) {
        self[index].phase = .free
        self[index].generation &+= 1
        vacant.append(index)
    }

    /// The place of a connection that still lives.
    func index(of connection: ConnectionID) -> UInt32? {
        guard Int(connection.index) < capacity else { return nil }
        let slot = self[connection.index]
        guard slot.generation == connection.generation, slot.phase != .free else { return nil }
        return connection.index
    }

    func connection(at index: UInt32) -> ConnectionID {
        ConnectionID(index: index, generation: self[index].generation)
    }

    /// What epoll carries for this place: it comes back with every event.
    func token(at index: UInt32) -> UInt64 {
        UInt64(self[index].generation) << 32 | UInt64(index)
    }
}
