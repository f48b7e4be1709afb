import Accounts
import Kernel
import Synchronization
import Wire

/// Orders about what is stored.
extension ControlDesk {
    /// Finds whom an administrator wants to follow.
    static func trace(on store: any Store) -> Deed {
        { body, done in
            answer(done) { () throws(Refusal) in
                let order = try AdminTrace(adminBody: body)
                return try store.snapshot { (snapshot) throws(Refusal) in
                    let account = try AccountsFeature.account(
                        named: order.user, field: "user", in: snapshot)
                    return try AdminReply(order, about: account.id)
                }
            }
        }
    }

    /// Carries out what the features have of them.
    static func deed(_ verb: AdminVerb, on store: any Store) -> Deed {
        { body, done in
            answer(done) { () throws(Refusal) in
                switch try verb.prepare(body) {
                case .read(let run): return try store.snapshot(run)
                case .write(let run):
                    store.write([WriteJob(order: run, done)])
                    return nil
                }
            }
        }
    }
}

extension WriteJob {
    /// An order, of which whoever gave it hears when it is durable and the hub has been told.
    fileprivate init(
        order run: @escaping @Sendable (Transaction) throws(Refusal) -> AdminReply,
        _ done: @escaping ControlDesk.Done
    ) {
        let note = Note()
        self.init(
            origin: nil,
            settled: { result in
                done(result.flatMap { _ in note.reply.map { .success($0) } ?? .failure(.fault) })
            },
            run: { (transaction) throws(Refusal) in
                note.reply = try run(transaction)
                return .done(Done())
            })
    }
}

/// What a transaction answers, if it is committed; it may run more than once.
private final class Note: Sendable {
    private let value = Mutex<AdminReply?>(nil)

    var reply: AdminReply? {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
