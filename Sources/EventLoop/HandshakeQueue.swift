/// Whose handshake is under way, and who waits for a turn: first come, first served.
///
/// A handshake costs a thousand times what a message does, and 30 KB while it lasts; a crowd that
/// begins many and ends none must not keep everybody else out.
struct HandshakeQueue {
    private struct Active {
        let index: UInt32
        let sinceMilliseconds: Int64
    }

    private let activeMax: Int
    /// The oldest first.
    private var active: [Active] = []
    /// Some may have left since; `waitingCount` knows how many.
    private var waiting: [ConnectionID] = []
    private var head = 0
    /// How many wait.
    private(set) var waitingCount = 0

    init(activeMax: Int) {
        self.activeMax = max(1, activeMax)
    }

    /// How many handshakes are under way.
    var activeCount: Int { active.count }

    /// Whether one more may begin.
    var hasRoom: Bool { active.count < activeMax }

    mutating func begin(_ index: UInt32, nowMilliseconds: Int64) {
        active.append(Active(index: index, sinceMilliseconds: nowMilliseconds))
    }

    mutating func end(_ index: UInt32) {
        active.removeAll { $0.index == index }
    }

    mutating func wait(_ connection: ConnectionID) {
        waiting.append(connection)
        waitingCount += 1
    }

    /// One of those who wait is about to begin, or has left.
    mutating func stopWaiting() {
        waitingCount -= 1
        guard waitingCount == 0 else { return }
        waiting.removeAll()
        head = 0
    }

    /// The next in line, who may have left already; nil when nobody is.
    mutating func takeNext() -> ConnectionID? {
        guard head < waiting.count else { return nil }
        defer {
            head += 1
            if head > waiting.count / 2 {
                waiting.removeFirst(head)
                head = 0
            }
        }
        return waiting[head]
    }

    /// When the handshake of `index` began.
    func since(_ index: UInt32) -> Int64? {
        active.first { $0.index == index }?.sinceMilliseconds
    }

    /// The oldest, if it began at `milliseconds` or before.
    func oldest(since milliseconds: Int64) -> UInt32? {
        guard let first = active.first, first.sinceMilliseconds <= milliseconds else { return nil }
        return first.index
    }
}
