import Accounts
import Kernel
import Wire

extension WordsFeature {
    /// What people are told of their own games, and of duels with friends. Who is away is notified of
    /// a new day's challenge, of a duel, and of how it ended.
    func installEvents(in catalog: inout Catalog) {
        catalog.event(\.wordPlayed) { _ in [] }
        catalog.event(\.wordSettingsChanged) { _ in [] }
        catalog.event(\.wordFavouriteChanged) { _ in [] }
        catalog.event(\.wordDailyReady) { _ in [] }
        catalog.event(\.wordDuelOpened) { [$0.with.username] }
        catalog.event(\.wordDuelEnded) { [$0.with.username] }
    }
}
