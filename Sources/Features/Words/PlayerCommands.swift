import Accounts
import Friends
import Kernel
import Lexicon
import SwiftProtobuf
import Wire

/// A user's settings, and results (B5, B10-B12, B16, B24).
struct PlayerCommands: Sendable {
    let terms: WordTerms

    func languages(
        _ command: WordLanguageList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> WordLanguages {
        .with { list in
            list.languages = terms.lexicons.map { lexicon in
                .with {
                    $0.language = lexicon.language
                    $0.categories = lexicon.categories.map(\.name)
                    $0.games = terms.games(in: lexicon.language)
                }
            }
        }
    }

    func settings(
        _ command: WordSettingsRead, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> WordSettings { try player(caller.user, in: snapshot).settings }

    func set(
        _ command: WordSettingsSet, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> WordSettings {
        var changed = try player(caller.user, in: transaction)
        let before = changed
        if command.hasLanguage {
            changed.language = try terms.lexicon(of: command.language).language
        }
        if command.hasLevel {
            guard WordLevel(rawValue: Int(command.level)) != nil else {
                throw Refusal(
                    .invalidField, field: "level", "expected 1 to \(WordLevel.allCases.count)")
            }
            changed.level = command.level
        }
        if command.hasCategory { changed.category = command.category }
        let lexicon = try terms.lexicon(of: changed.language)
        let categories = lexicon.categories.map(\.name)
        if !changed.category.isEmpty, !categories.contains(changed.category) {
            guard !command.hasCategory else {
                throw Refusal(
                    .invalidField, field: "category",
                    "expected a category of the language: `wordLanguageList` has them")
            }
            changed.category = ""
        }
        if command.hasNotify { changed.notifies = command.notify }
        if command.hasZone {
            guard LocalDay.zones.contains(Int(command.zone)) else {
                throw Refusal(
                    .invalidField, field: "zone",
                    "expected \(LocalDay.zones.lowerBound) to \(LocalDay.zones.upperBound)")
            }
            changed.zone = Int(command.zone)
        }
        guard changed != before else { return changed.settings }
        _ = try StoredPlayer.open(caller.user, terms, in: transaction)
        changed.planDaily(at: transaction.now)
        try changed.store(in: transaction)
        try transaction.deliver(.wordSettingsChanged(changed.settings), to: [caller.user])
        return changed.settings
    }

    private func player(_ user: User.ID, in snapshot: Snapshot) throws(Refusal) -> StoredPlayer {
        try snapshot.first(.player(of: user))
            ?? StoredPlayer(user, language: terms.language, at: snapshot.now)
    }

    func profile(
        _ command: WordProfileRead, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> WordProfile {
        guard !command.username.isEmpty, command.username != caller.username else {
            return try Self.profile(of: caller.user, in: snapshot)
        }
        let name = try Username(command.username, field: "username").description
        let (friend, _) = try Bonds.other(
            named: name, field: "username", of: caller.user, allowing: .activities, in: snapshot)
        var profile = try Self.profile(of: friend.id, in: snapshot)
        // A duel creates a profile, too: these times would disclose when the friend was up for it.
        profile.clearCreatedAt()
        profile.clearUpdatedAt()
        return profile
    }

    /// A profile, with games that are lost and not counted yet.
    static func profile(of user: User.ID, in snapshot: Snapshot) throws(Refusal) -> WordProfile {
        guard let account = try snapshot.first(.account(of: user)) else { throw .fault }
        var profile = WordProfile()
        profile.user = account.profile
        let player = try snapshot.first(.player(of: user))
        let due = try snapshot.all(.dueGames(of: user, at: snapshot.now))
        let score = (player?.score ?? Score()).losing(due.reduce(0) { $0 &+ $1.played })
        (profile.gamesCount, profile.streakCount) = (score.games, score.streak)
        profile.highScore = score.highScore
        (profile.favourites, profile.seen) = (
            player?.favouriteCount ?? 0, player?.seenCount ?? 0
        )
        profile.scores = try snapshot.all(.scores(of: user))
        for late in due {
            if let place = profile.scores.firstIndex(where: { $0.game == late.game }) {
                profile.scores[place].played &+= late.played
            } else {
                profile.scores.append(
                    .with {
                        ($0.game, $0.played) = (late.game, late.played)
                        ($0.solved, $0.score) = (0, 0)
                    })
            }
        }
        profile.scores.sort { $0.game.rawValue < $1.game.rawValue }
        profile.rating = profile.scores.reduce(0) { $0 &+ $1.score }
        if let player {
            (profile.createdAt, profile.updatedAt) = (
                player.created.timestamp, player.updated.timestamp
            )
        }
        return profile
    }
}
