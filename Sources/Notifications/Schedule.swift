/// Numbers by the time at which they are due; of those due together, the smallest first: a binary
/// heap.
struct Schedule: Sendable {
    struct Place: Sendable {
        let due: Duration
        let number: UInt64

        fileprivate func precedes(_ other: Place) -> Bool {
            (due, number) < (other.due, other.number)
        }
    }

    private var places: [Place] = []

    /// The next.
    var first: Place? { places.first }

    mutating func insert(_ due: Duration, _ number: UInt64) {
        places.append(Place(due: due, number: number))
        var child = places.count - 1
        while child > 0, places[child].precedes(places[(child - 1) / 2]) {
            places.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeFirst() {
        guard let last = places.popLast(), !places.isEmpty else { return }
        places[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < places.count && places[child].precedes(places[least]) {
                least = child
            }
            guard least != parent else { return }
            places.swapAt(parent, least)
            parent = least
        }
    }
}
