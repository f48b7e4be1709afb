import Kernel
import Promises
import Wire

/// How deliberate bugs change the votes of a poll on their way to SQLite.
struct FalseVotes {
    /// What was stored last, by event.
    private var polls: [Int64: Poll] = [:]

    mutating func statement(_ sql: SQL, _ mutant: Mutant) -> SQL {
        guard sql.text.hasPrefix("UPDATE event SET body"), sql.binds.count == 2,
            case .blob(let stored) = sql.binds[0], case .integer(let id) = sql.binds[1],
            var event = InboxEvent(stored: stored).decoded?.message,
            case .roomMessage(var message)? = event.body, message.hasPoll
        else { return sql }
        switch mutant {
        case .countsVoteTwice:
            if let place = message.poll.options.firstIndex(where: { !$0.from.isEmpty }) {
                message.poll.options[place].from += message.poll.options[place].from.suffix(1)
            }
        case .keepsVote:
            if let before = polls[id], before.voteCount > message.poll.voteCount {
                message.poll.options = before.options
            }
        default: break
        }
        polls[id] = message.poll
        event.body = .roomMessage(message)
        return "UPDATE event SET body = \(InboxEvent(event).stored) WHERE id = \(id)"
    }
}

extension Poll {
    fileprivate var voteCount: Int { options.reduce(0) { $0 + $1.from.count } }
}
