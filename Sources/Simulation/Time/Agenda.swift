/// What is going to happen, and when: the only way in which simulated time passes.
///
/// Of what happens at the same time the one that was planned first comes first.
struct Agenda {
    private struct Entry {
        let time: Duration
        let number: UInt64
        let happen: () -> Void

        func comesBefore(_ other: Entry) -> Bool {
            time == other.time ? number < other.number : time < other.time
        }
    }

    /// A binary heap, the next entry first.
    private var heap: [Entry] = []
    private var count: UInt64 = 0

    /// Plans something.
    mutating func add(at time: Duration, _ happen: @escaping () -> Void) {
        count += 1
        heap.append(Entry(time: time, number: count, happen: happen))
        var child = heap.count - 1
        while child > 0, heap[child].comesBefore(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// When the next thing happens; nil if nothing is planned.
    var nextTime: Duration? { heap.first?.time }

    /// Takes out what happens next.
    mutating func takeNext() -> (time: Duration, happen: () -> Void)? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        return (first.time, first.happen)
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var next = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].comesBefore(heap[next]) {
                next = child
            }
            guard next != parent else { return }
            heap.swapAt(parent, next)
            parent = next
        }
    }
}
