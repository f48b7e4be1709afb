import Kernel

/// The order in which commits of this node and of others about the same subject took effect.
///
/// The hub learns of its own commits at once, and of those of others by reads: perhaps only after a
/// later commit of its own. Of two commits about a subject, the later counts. A state that held
/// only in between reaches nobody: when a friendship began and ended, neither user learns whether
/// the other is online.
struct NodeOrder: Sendable {
    /// The subject of a signal, if a later signal about it replaces it.
    private enum Subject: Hashable {
        case relation(low: User.ID, high: User.ID)
        case discretion(User.ID)
        case ban(User.ID)

        init?(_ signal: Signal) {
            switch signal {
            case .relation(let one, let other, _):
                self = .relation(low: min(one, other), high: max(one, other))
            case .discretion(let user, _): self = .discretion(user)
            case .banned(let user, _), .unbanned(let user): self = .ban(user)
            default: return nil
            }
        }
    }

    /// How many own signals no read has found yet.
    private var unseen: [Subject: Int] = [:]
    /// Signals of others that may be older than an own one: the latest about each subject.
    private var held: [Subject: NodeNews.Entry] = [:]

    /// The hub has handled the signals of an own commit, which reads will find.
    mutating func note(_ signals: [Signal]) {
        for subject in signals.compactMap(Subject.init) { unseen[subject, default: 0] += 1 }
    }

    /// Takes the entries that a read has found for the first time.
    ///
    /// - Parameter entries: in the order of their ids.
    /// - Returns: the entries to handle now, in that order: signals of others, and all claims.
    mutating func take(_ entries: [NodeNews.Entry]) -> [NodeNews.Entry] {
        var result: [NodeNews.Entry] = []
        for entry in entries {
            guard let subject = Subject(entry.signal) else {
                if !entry.isOwn || entry.signal.isClaim { result.append(entry) }
                continue
            }
            guard entry.isOwn else {
                held[subject] = entry
                continue
            }
            unseen[subject] = unseen[subject].flatMap { $0 > 1 ? $0 - 1 : nil }
            if let other = held[subject], other.id < entry.id { held[subject] = nil }
        }
        let due = held.filter { unseen[$0.key] == nil }
        for subject in due.keys { held[subject] = nil }
        return (result + due.values).sorted { $0.id < $1.id }
    }
}

extension Signal {
    fileprivate var isClaim: Bool {
        if case .claimed = self { true } else { false }
    }
}
