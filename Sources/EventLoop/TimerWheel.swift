/// The deadlines of a loop: one for each place, in 4,096 buckets of 16 ms, hashed by time.
///
/// It is lazy: a deadline that moves later, or is cleared, stays filed where it is; when its bucket
/// comes up the loop looks at the true deadline and files it again. So re-arming a timer at every
/// message costs a comparison. Never early, at most a tick late.
///
/// - Source: Varghese, Lauck, "Hashed and Hierarchical Timing Wheels" (1987), scheme 6.
struct TimerWheel {
    static let tickBits: Int64 = 4
    static let bucketCount: Int64 = 4096
    private static let nobody = UInt32.max
    private static let unfiled = Int64.max

    private struct Node {
        var next = TimerWheel.nobody
        var previous = TimerWheel.nobody
        var tick = ShortTick.none
    }

    /// What each place costs.
    static var bytesEach: Int { MemoryLayout<Node>.stride }

    private var nodes: [Node] = []
    private var heads = [UInt32](repeating: Self.nobody, count: Int(Self.bucketCount))
    /// One bit for each bucket that is not empty.
    private var occupied = [UInt64](repeating: 0, count: Int(Self.bucketCount) / 64)
    /// The last tick that was swept.
    private var sweptTick: Int64
    /// No entry is filed before this tick.
    private var nextTick = Self.unfiled

    /// - Parameter placesMax: room for so many at once, so that nothing is copied as it fills.
    ///   Pages are touched only as they are used.
    init(nowMilliseconds: Int64, placesMax: Int = 0) {
        nodes.reserveCapacity(placesMax)
        sweptTick = nowMilliseconds >> Self.tickBits
    }

    /// When the next sweep may find something, in milliseconds; `nil` when nothing is filed.
    var nextMilliseconds: Int64? {
        nextTick == Self.unfiled ? nil : nextTick << Self.tickBits
    }

    /// The first tick that is not before `milliseconds`.
    static func tick(notBefore milliseconds: Int64) -> Int64 {
        (milliseconds &+ ((1 << tickBits) - 1)) >> tickBits
    }

    /// Sees to it that `index` comes up at `dueMilliseconds`, or before.
    mutating func file(_ index: UInt32, dueMilliseconds: Int64) {
        while nodes.count <= Int(index) { nodes.append(Node()) }
        let dueTick = Self.tick(notBefore: dueMilliseconds)
        // While nothing was filed, nothing was swept; ticks of nodes are known near that.
        if nextTick == Self.unfiled {
            sweptTick = max(sweptTick, dueTick &- 2 * ShortTick.aheadMax)
        }
        let tick = max(dueTick, sweptTick + 1)
        if let filed = filedTick(of: index) {
            guard tick < filed else { return }
            unlink(index)
        }
        link(index, at: tick)
        nextTick = min(nextTick, tick)
    }

    /// Takes out everything filed at `nowMilliseconds` or before, and appends it to `expired`.
    mutating func sweep(nowMilliseconds: Int64, into expired: inout [UInt32]) {
        let tick = nowMilliseconds >> Self.tickBits
        guard tick >= nextTick else { return }
        let first = max(nextTick, tick - Self.bucketCount + 1)
        for passed in first...tick where isOccupied(passed) {
            sweepBucket(passed, until: tick, into: &expired)
        }
        sweptTick = tick
        nextTick = nextOccupied(after: tick)
    }

    private mutating func sweepBucket(
        _ bucketTick: Int64, until tick: Int64, into expired: inout [UInt32]
    ) {
        var cursor = heads[Self.bucket(bucketTick)]
        while cursor != Self.nobody {
            let next = nodes[Int(cursor)].next
            if let filed = filedTick(of: cursor), filed <= tick {
                unlink(cursor)
                expired.append(cursor)
            }
            cursor = next
        }
    }

    private func filedTick(of index: UInt32) -> Int64? {
        nodes[Int(index)].tick.tick(near: sweptTick)
    }

    private mutating func link(_ index: UInt32, at tick: Int64) {
        let filed = ShortTick(tick)
        let bucket = Self.bucket(filed.tick(near: sweptTick) ?? tick)
        let head = heads[bucket]
        nodes[Int(index)] = Node(next: head, previous: Self.nobody, tick: filed)
        if head != Self.nobody { nodes[Int(head)].previous = index }
        heads[bucket] = index
        occupied[bucket / 64] |= 1 << UInt64(bucket % 64)
    }

    private mutating func unlink(_ index: UInt32) {
        guard let tick = filedTick(of: index) else { return }
        let node = nodes[Int(index)]
        let bucket = Self.bucket(tick)
        if node.next != Self.nobody { nodes[Int(node.next)].previous = node.previous }
        if node.previous != Self.nobody {
            nodes[Int(node.previous)].next = node.next
        } else {
            heads[bucket] = node.next
        }
        if heads[bucket] == Self.nobody {
            occupied[bucket / 64] &= ~(1 << UInt64(bucket % 64))
        }
        nodes[Int(index)] = Node()
    }

    /// The tick of the next bucket that is not empty, which may belong to a later round.
    private func nextOccupied(after tick: Int64) -> Int64 {
        var offset: Int64 = 1
        while offset <= Self.bucketCount {
            let bucket = Self.bucket(tick + offset)
            let word = occupied[bucket / 64] >> UInt64(bucket % 64)
            if word != 0 { return tick + offset + Int64(word.trailingZeroBitCount) }
            offset += Int64(64 - bucket % 64)
        }
        return Self.unfiled
    }

    private func isOccupied(_ tick: Int64) -> Bool {
        let bucket = Self.bucket(tick)
        return occupied[bucket / 64] & (1 << UInt64(bucket % 64)) != 0
    }

    private static func bucket(_ tick: Int64) -> Int {
        Int(tick & (bucketCount - 1))
    }
}
