import Kernel
import SwiftProtobuf
import Wire

/// What a device received about games of words outside the inbox, as far as it can be checked.
package struct WordTalk: Sendable {
    /// The result of a friend, or of the person, in a day's challenge.
    package struct Daily: Hashable, Sendable {
        package let day: String
        package let person: Int
        package let solved: UInt32
    }

    /// A command that waits for its answer.
    enum Question: Sendable {
        case play
        case answer
        /// - Parameter isOver: whether the device knows the round's result.
        case read(isOver: Bool)
        case daily
        case profile
    }

    /// The results of rounds, by round: only those that count.
    package private(set) var results: [String: WordNews.Played] = [:]
    /// The digests of rounds as they were asked.
    private var asked: [String: UInt64] = [:]
    /// The results of friends who have finished the same day's challenge.
    package private(set) var dailies: Set<Daily> = []
    /// Flaws that need no other evidence.
    private var flaws: [Violation] = []

    init() {}

    /// The question to keep until its answer, if a command is about words.
    func question(_ command: ClientMessage.OneOf_Command) -> Question? {
        switch command {
        case .wordPlay: .play
        case .wordAnswer: .answer
        case .wordRoundRead(let read): .read(isOver: results[read.round] != nil)
        case .wordDailyRead: .daily
        case .wordProfileRead: .profile
        default: nil
        }
    }

    /// An answer has come.
    mutating func answered(
        _ question: Question, _ body: ServerMessage.OneOf_Body, _ roster: Roster
    ) {
        switch (question, body) {
        case (.play, .wordRound(let round)): note(round)
        case (.answer, .wordResult(let result)): note(result)
        case (.read(let isOver), .wordRoundState(let state)):
            switch state.state {
            case .open(let round):
                note(round)
                if isOver {
                    flaws.append(
                        Violation(.lost, "knew the result of round \(round.round): it is open"))
                }
            case .result(let result)? where result.hasGamesCount: note(result)
            // Its time has passed, but it does not count yet: a clock that is set back reopens it.
            case .result(let result)?:
                if !result.expired {
                    flaws.append(
                        Violation(.leaked, "was shown the answer of round \(result.round)"))
                }
            case nil: break
            }
        case (.daily, .wordDaily(let daily)):
            guard !daily.friends.isEmpty else { return }
            guard daily.played == daily.count else {
                return flaws.append(
                    Violation(.leaked, "was shown a friend's \(daily.day) before the end of it"))
            }
            for friend in daily.friends { note(friend, of: daily.day, roster) }
        default: break
        }
    }

    /// A friend has finished the same day's challenge.
    mutating func heard(_ shown: WordDailyShown, _ roster: Roster) {
        note(shown.friend, of: shown.day, roster)
    }

    private mutating func note(_ friend: WordDailyFriend, of day: String, _ roster: Roster) {
        guard let person = roster.number(friend.user.username) else { return }
        dailies.insert(Daily(day: day, person: person, solved: friend.solved))
    }

    private mutating func note(_ round: WordRound) {
        let digest = FNV1a((try? round.serializedBytes()) ?? []).digest
        if let before = asked[round.round], before != digest {
            flaws.append(Violation(.reordered, "was asked two questions as \(round.round)"))
        }
        asked[round.round] = digest
    }

    private mutating func note(_ result: WordResult) {
        let played = WordNews.Played(result)
        if let before = results[played.round], before != played {
            flaws.append(Violation(.duplicated, "had two results of round \(played.round)"))
        }
        results[played.round] = played
    }

    /// Returns the flaws that were found since the last call.
    mutating func takeFlaws() -> [Violation] {
        defer { flaws = [] }
        return flaws
    }
}
