import Kernel
import SwiftProtobuf
import Wire

/// What a device was told of games of words besides the inbox, as far as it can be held against it.
package struct WordTalk: Sendable {
    /// What a friend has reached in a day's challenge, or oneself.
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

    /// What came of rounds, by round: only what counts.
    package private(set) var results: [String: WordNews.Played] = [:]
    /// Rounds as they were asked, by their digests.
    private var asked: [String: UInt64] = [:]
    /// What friends have reached who have finished the same day's challenge.
    package private(set) var dailies: Set<Daily> = []
    /// What is wrong whatever others say.
    private var flaws: [Violation] = []

    init() {}

    /// What waits for an answer, if it is about words.
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
            // Its time has passed, and it does not count yet: a clock that goes back opens it.
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

    /// Gives away what is wrong.
    mutating func takeFlaws() -> [Violation] {
        defer { flaws = [] }
        return flaws
    }
}
