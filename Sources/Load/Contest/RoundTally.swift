/// What the members of a crowd count together while a round lasts.
struct RoundTally: Sendable {
    /// Messages that came.
    var count = 0
    /// Messages that are to come, for all that was sent so far.
    var dueCount = 0
    /// Those of them that came changed.
    var changedCount = 0
    /// How long they were under way.
    var latencies = Latencies()
    /// Nobody sends any more.
    var isOver = false
}
