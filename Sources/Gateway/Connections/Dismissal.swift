/// A loop that sends everybody away: the plan for it, and how many it has yet to tell.
struct Dismissal {
    var plan: FarewellPlan
    private var count: Int
    private let done: @Sendable () -> Void

    /// - Parameters:
    ///   - count: connections that are yet to be told.
    ///   - done: called once, when nobody is left to be told.
    init(_ plan: FarewellPlan, count: Int, done: @escaping @Sendable () -> Void) {
        self.plan = plan
        self.count = count
        self.done = done
        if count == 0 { done() }
    }

    /// One connection more; once everybody has been told, nobody waits for it.
    mutating func oneMore() {
        if count > 0 { count += 1 }
    }

    /// One connection fewer, told or gone by itself.
    mutating func oneLess() {
        guard count > 0 else { return }
        count -= 1
        if count == 0 { done() }
    }
}
