/// Something that somebody set one way or the other, and when: a block, or a muted room.
package struct Decision: Hashable, Sendable {
    /// What was set.
    package enum Subject: Hashable, Sendable {
        case block(Int)
        case mute(Int)
    }

    package let subject: Subject
    package let isOn: Bool
    package let sentTime: UInt64
    /// Several with the same one are one decision; empty: it is not sent again.
    package var cid = ""
    /// When it was done; nil while nobody knows whether it was, 0 when it was refused.
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
    /// When what was acknowledged may have been undone at the earliest; `.max` if it never was.
    package func endTime(of decision: Decision) -> UInt64 {
        filter {
            $0.subject == decision.subject && $0.isOn != decision.isOn && $0.mayFollow(decision)
        }.map(\.sentTime).min() ?? .max
    }

    /// How each subject has to stand in the end, where that is certain.
    package var settled: [Decision.Subject: Bool] {
        var settled: [Decision.Subject: Bool] = [:]
        for decision in self where decision.isAcknowledged && endTime(of: decision) == .max {
            settled[decision.subject] = decision.isOn
        }
        return settled
    }
}
