import Kernel

/// In which order what this node and others have committed about the same took effect.
///
/// The hub hears of its own commits at once, and of others' by looks: so perhaps later than of an
/// own one that came after. Of two about the same the later counts; and what was so only in between
/// is told to nobody: of a friendship that began and ended, nobody learns who is online.
struct NodeOrder: Sendable {
    /// What a signal is about, if a later one about the same takes its place.
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

    /// How many own signals no look has found yet.
    private var unseen: [Subject: Int] = [:]
    /// Others' that may be older than an own one: the latest about each subject.
    private var held: [Subject: NodeNews.Entry] = [:]

    /// The hub has handled signals of an own commit, which looks will find.
    mutating func note(_ signals: [Signal]) {
        for subject in signals.compactMap(Subject.init) { unseen[subject, default: 0] += 1 }
    }

    /// Takes what a look has found for the first time.
    ///
    /// - Parameter entries: in the order of their ids.
    /// - Returns: what the hub is to handle now, in that order: others' signals, and all claims.
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
