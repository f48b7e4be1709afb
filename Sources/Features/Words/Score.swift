/// How somebody stands after all games that are over (B16-B19).
struct Score: Equatable, Sendable {
    /// Games that were won or lost.
    var games: UInt32 = 0
    /// Games won since the last that was lost.
    var streak: UInt32 = 0
    /// The longest run of games won.
    var best: UInt32 = 0

    /// The best run, times 100.
    var highScore: UInt32 { best.multipliedReportingOverflow(by: 100).overflow ? .max : best * 100 }

    /// One more game is over.
    mutating func settle(isWon: Bool) {
        games &+= 1
        streak = isWon ? streak &+ 1 : 0
        best = max(best, streak)
    }

    /// The same after more games that were lost.
    func losing(_ count: UInt32) -> Score {
        guard count > 0 else { return self }
        return Score(games: games &+ count, streak: 0, best: best)
    }
}
