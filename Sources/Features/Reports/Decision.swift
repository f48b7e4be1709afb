import Accounts
import Circle
import Kernel
import Rooms
import Wire

/// What an administrator has decided about a case, checked.
struct Decision: Sendable {
    let action: ModerationAction
    /// Shown to the user.
    let reason: String
    /// Only administrators read it.
    let note: String
    /// Of a suspension.
    let until: Moment?

    init(_ order: AdminDecide, about subject: ReportSubject, now: Moment) throws(Refusal) {
        guard (1...5).contains(order.action.rawValue) else {
            throw Refusal(
                .invalidField, field: "action", "expected DISMISS, HIDE, WARN, SUSPEND or BAN")
        }
        guard order.action != .hide || subject.kind != .person else {
            throw Refusal(
                .invalidField, field: "action", "expected a message or a post to be hidden")
        }
        let century: UInt32 = 36_500 * 86_400
        guard order.action == .suspend ? (1...century).contains(order.seconds) : order.seconds == 0
        else {
            throw Refusal(
                .invalidField, field: "seconds",
                "expected 1 to \(century) of SUSPEND, and none of others")
        }
        action = order.action
        let reasonMax = AdminDecide.reasonLength.upperBound
        let reasons = (action == .warn ? 1 : 0)...reasonMax
        reason = try PlainText(order.reason, .init(reasons), field: "reason").text
        note =
            try PlainText(
                order.note, .init(AdminDecide.noteLength, allowsLines: true), field: "note"
            ).text
        until = action == .suspend ? now.advanced(by: .seconds(order.seconds)) : nil
    }

    /// By the ways that there are: deletion, inbox, ban.
    func carryOut(
        on subject: ReportSubject, _ circle: CircleFeature, in transaction: Transaction
    ) throws(Refusal) {
        switch action {
        case .hide where subject.kind == .message:
            try RoomsFeature.remove(subject.seq, in: subject.place, in: transaction)
        case .hide: try circle.remove(subject.place, in: transaction)
        case .warn:
            var warned = ModerationWarned()
            warned.text = reason
            try transaction.deliver(.moderationWarned(warned), to: [subject.user])
        case .suspend, .ban:
            try AccountsFeature.ban(
                subject.user, because: reason, until: until, in: transaction)
        case .dismiss, .unspecified, .UNRECOGNIZED: break
        }
    }
}

extension Decision {
    /// What was decided, as the event log has it.
    private enum Word: String, CaseIterable {
        case dismiss, hide, warn, suspend, ban
    }

    var word: Refusal.Cause {
        switch action {
        case .hide: .init(Word.hide)
        case .warn: .init(Word.warn)
        case .suspend: .init(Word.suspend)
        case .ban: .init(Word.ban)
        case .dismiss, .unspecified, .UNRECOGNIZED: .init(Word.dismiss)
        }
    }
}
