import Accounts
import Circle
import Kernel
import Rooms
import Wire

/// Reports a user to the administrators. The reported user never learns of it.
struct ReportCommands: Sendable {
    let circle: CircleFeature

    /// A message or post that the caller may not see is refused like a missing one.
    func report(
        _ command: UserReport, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        let text = try PlainText(
            command.text, .init(UserReport.textLength, allowsLines: true), field: "text")
        guard (1...7).contains(command.reason.rawValue) else {
            throw Refusal(.invalidField, field: "reason", "expected one of the reasons")
        }
        let account = try AccountsFeature.account(
            named: command.user, field: "user", in: transaction)
        guard account.id != caller.user else {
            throw Refusal(.oneself, field: "user", "this is you")
        }
        let (subject, evidence, earlier) = try seen(
            command, account.id, caller, in: transaction)
        let id = try open(subject, in: transaction)
        guard try transaction.first(.report(in: id, by: caller.user)) == nil else { return Done() }
        try keep(earlier, in: id, transaction)
        try transaction.run(
            """
            INSERT INTO report (case_id, reporter, reason, body, evidence, at_ms)
            VALUES (\(id), \(caller.user), \(Int64(command.reason.rawValue)), \(text.text),
                \(evidence), \(transaction.now))
            """)
        transaction.record(.reported, of: account.id)
        try ReportTally.tell(in: transaction)
        return Done()
    }

    private func seen(
        _ command: UserReport, _ user: User.ID, _ caller: Caller, in transaction: Transaction
    ) throws(Refusal) -> (ReportSubject, evidence: String, earlier: [EarlierText]) {
        switch command.about {
        case nil: return (ReportSubject(user: user, kind: .person), "", [])
        case .message(let seq):
            let message = try RoomsFeature.message(
                seq, by: user, to: caller.user, inGroup: command.room, transaction)
            guard let message else {
                throw Refusal(.notFound, field: "message", "there is no such message")
            }
            try RoomsFeature.hold(seq, in: message.room, transaction)
            let subject = ReportSubject(user: user, kind: .message, place: message.room, seq: seq)
            return (subject, message.text, message.earlier)
        case .post(let id):
            let post = try circle.post(
                named: id, by: user, seenBy: caller.user, field: "post", in: transaction)
            return (ReportSubject(user: user, kind: .post, place: post.id), post.text, [])
        }
    }

    /// Another report of the case may have brought them.
    private func keep(
        _ earlier: [EarlierText], in id: ReportCase.ID, _ transaction: Transaction
    ) throws(Refusal) {
        for text in earlier {
            try transaction.run(
                """
                INSERT INTO report_earlier (case_id, at_ms, body)
                VALUES (\(id), \(text.until.unixMilliseconds), \(text.text))
                ON CONFLICT DO NOTHING
                """)
        }
    }

    private func open(
        _ subject: ReportSubject, in transaction: Transaction
    ) throws(Refusal) -> ReportCase.ID {
        if let id = try transaction.first(.open(subject)) { return id }
        let id: ReportCase.ID = transaction.makeID()
        try transaction.run(
            """
            INSERT INTO report_case (id, subject, kind, place, seq, opened_ms)
            VALUES (\(id), \(subject.user), \(subject.kind.rawValue), \(subject.place),
                \(subject.seq), \(transaction.now))
            """)
        return id
    }
}
