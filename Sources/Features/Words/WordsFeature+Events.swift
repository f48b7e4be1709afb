import Accounts
import Kernel
import Wire

extension WordsFeature {
    /// What people are told of their own games, and of duels. Who is away is notified of a new day,
    /// and of a duel that begins.
    func installEvents(in catalog: inout Catalog) {
        catalog.event(\.wordPlayed) { _ in [] }
        catalog.event(\.wordSettingsChanged) { _ in [] }
        catalog.event(\.wordFavouriteChanged) { _ in [] }
        catalog.event(
            \.wordDailyReady, people: { _ in [] },
            notify: { _ in
                News("word_daily", from: UserProfile(), "A new day's word challenge has begun")
            },
            stillHolds: { (ready, user, snapshot) throws(Refusal) in
                guard let player = try snapshot.first(.player(of: user)), player.notifies,
                    player.today(at: snapshot.now).text == ready.day
                else { return nil }
                return ready
            })
        catalog.event(
            \.wordDuelOpened, people: { [$0.with.username] },
            notify: { duel in
                News(
                    "word_duel", from: duel.with,
                    "You have a word duel with \(duel.with.displayName): play your rounds",
                    lifetime: Duels.lifetime)
            },
            stillHolds: { (duel, user, snapshot) throws(Refusal) in
                let stored = try snapshot.first(.duel(number: duel.number))
                guard let stored, stored.ended == nil, stored.until > snapshot.now else {
                    return nil
                }
                return duel
            })
        catalog.event(\.wordDuelEnded) { [$0.with.username] }
    }
}
