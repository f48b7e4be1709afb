import Kernel
import Wire

/// How many log-ins an account may have: each is a key to it.
struct LogInCeiling: Sendable {
    /// Most that end for one that is new: data of before may have more than an account may have.
    static let endingMax = 8

    let max: Int
    let view: any DeviceView

    /// For one more: those that were not used for the longest time end; their owner is notified.
    func makeRoom(for user: User.ID, in transaction: Transaction) throws(Refusal) {
        let count = try transaction.first(.logInCount(of: user, at: transaction.now)) ?? 0
        let excess = count - max + 1
        guard excess > 0 else { return }
        let logIns = try transaction.all(.heldLogIns(of: user, at: transaction.now))
            .map { (logIn: $0, used: used($0)) }
            .sorted { ($0.used, $0.logIn.caller.token) < ($1.used, $1.logIn.caller.token) }
        for (logIn, _) in logIns.prefix(min(excess, Self.endingMax)) {
            try transaction.run("DELETE FROM token WHERE id = \(logIn.caller.token)")
            transaction.signal(.signedOut(logIn.caller))
            try AccountNotice.tell(
                .tooManyLogins, on: logIn.device, to: user, in: transaction)
        }
    }

    /// When it may have been used last: one that is connected is used now, and a use is noted once
    /// a day only.
    private func used(_ logIn: HeldLogIn) -> Moment {
        let noted =
            logIn.used > logIn.created
            ? logIn.used.advanced(by: TokenUse.interval) : logIn.created
        return switch view.standing(of: logIn.caller.token) {
        case .online: Moment(unixMilliseconds: .max)
        case .offline(let seen): Swift.max(seen ?? noted, noted)
        }
    }
}

/// A log-in of an account.
private struct HeldLogIn: Sendable {
    let caller: Caller
    let device: String
    let created: Moment
    /// When it was noted last that it is used.
    let used: Moment
}

extension Query where Row == Int {
    fileprivate static func logInCount(of user: User.ID, at now: Moment) -> Self {
        Query("SELECT count(*) FROM token WHERE user_id = \(user) AND expires_ms > \(now)") {
            columns throws(StoreError) in Int(try columns.integer())
        }
    }
}

extension Query where Row == HeldLogIn {
    fileprivate static func heldLogIns(of user: User.ID, at now: Moment) -> Self {
        Query(
            """
            SELECT t.user_id, a.username, t.id, t.device, t.created_ms, t.used_ms
            FROM token t JOIN account a ON a.id = t.user_id
            WHERE t.user_id = \(user) AND t.expires_ms > \(now) ORDER BY t.id
            """
        ) { columns throws(StoreError) in
            HeldLogIn(
                caller: Caller(
                    user: try columns.id(), username: try columns.text(), token: try columns.id()),
                device: try columns.text(), created: try columns.moment(),
                used: try columns.moment())
        }
    }
}
