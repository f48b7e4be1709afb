/// What all people of a chat count together.
struct ChatTally: Sendable {
    /// Everybody in step: how many have come so far.
    var signedInCount = 0
    var befriendedCount = 0

    var sentCount = 0
    var ackedCount = 0
    /// Deliveries, to authors and to friends.
    var deliveredCount = 0
    var acks = Latencies()
    /// From sending to arrival at the friend.
    var deliveries = Latencies()

    /// But for deliveries that came twice: those the readers count.
    var breaches = Breaches()

    /// Commands that were refused, and the first reason.
    var refusedCount = 0
    var firstRefusal: String?

    /// Nothing is under way any more.
    var isSettled: Bool { sentCount == ackedCount && deliveredCount >= 2 * ackedCount }
}
