/// A setting that a person switched on or off, and when: a block, or a muted room.
package struct Decision: Hashable, Sendable {
    /// What was set.
    package enum Subject: Hashable, Sendable {
        case block(Int)
        case mute(Int)
    }

    package let subject: Subject
    package let isOn: Bool
    package let sentTime: UInt64
    /// Decisions with the same `cid` are one; empty: the command is not repeated.
    package var cid = ""
    /// When it took effect; nil while that is unknown, 0 when it was refused.
    package var doneTime: UInt64?

    package var isAcknowledged: Bool { (doneTime ?? 0) > 0 }

    /// The same decision, sent again.
    func merged(with other: Decision) -> Decision {
        var merged = sentTime <= other.sentTime ? self : other
        let done = [doneTime, other.doneTime].compactMap(\.self).filter { $0 > 0 }.min()
        merged.doneTime = done ?? (doneTime == nil || other.doneTime == nil ? nil : 0)
        return merged
    }

    /// Whether it may have taken effect after `other` was sent.
    package func mayFollow(_ other: Decision) -> Bool {
        doneTime.map { $0 > other.sentTime } ?? true
    }
}

extension Collection<Decision> {
    /// When an acknowledged decision may have been undone at the earliest; `.max` if it never was.
    package func endTime(of decision: Decision) -> UInt64 {
        filter {
            $0.subject == decision.subject && $0.isOn != decision.isOn && $0.mayFollow(decision)
        }.map(\.sentTime).min() ?? .max
    }

    /// The setting that each subject must have in the end, where that is certain.
    package var settled: [Decision.Subject: Bool] {
        var settled: [Decision.Subject: Bool] = [:]
        for decision in self where decision.isAcknowledged && endTime(of: decision) == .max {
            settled[decision.subject] = decision.isOn
        }
        return settled
    }
}
