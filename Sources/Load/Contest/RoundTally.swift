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
    /// What was due on some connection and has not come there, and what came besides: counted in
    /// the end.
    fileprivate(set) var lostCount = 0
    fileprivate(set) var doubledCount = 0

    /// - Throws: when a message came changed.
    func requireUnchanged() throws(LoadFailure) {
        guard changedCount == 0 else {
            throw LoadFailure("\(changedCount) messages came back changed")
        }
    }
}

/// One whose messages are due on its own connection.
protocol RoundMember: CrowdMember where Tally == RoundTally {
    /// How many messages are due here and have not come; less than 0 when more have come.
    func missingCount(_ tally: RoundTally) -> Int
}

extension CrowdLoop where Member: RoundMember {
    /// Nobody sends any more: waits for what is under way, and counts what has not come, and what
    /// has come twice.
    func finish(
        _ phase: String, patience milliseconds: Int, _ progress: Progress
    ) async throws(LoadFailure) -> RoundTally {
        await ask { crowd, _ in crowd.tally.isOver = true }
        try await settle(phase, patience: milliseconds, progress) { crowd in
            crowd.tally.dueCount - crowd.tally.count
        }
        return await ask { crowd, loop in
            crowd.each(on: loop) { member, tally, _ in
                let missing = member.missingCount(tally)
                tally.lostCount += max(0, missing)
                tally.doubledCount += max(0, -missing)
            }
            return crowd.tally
        }
    }
}
