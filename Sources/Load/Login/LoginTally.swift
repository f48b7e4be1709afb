/// What all who sign in count together.
struct LoginTally: Sendable {
    /// What opens the sessions of those who came by password, by their numbers.
    var tokens: [Int: String] = [:]
    /// From the command to its answer, the snapshot included.
    var signIns = Latencies()
    /// Answers to what had been answered.
    var duplicateCount = 0
    /// Of the answers.
    var snapshotBytes = 0
    /// How many friends the snapshots held: all the same, if all is well.
    var friendCounts: Set<Int> = []
    /// In words, if there was one.
    var firstFailure: String?
}
