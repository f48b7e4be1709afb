import Accounts
import Kernel
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
                    store.write([WriteJob(run, then: done)])
                    return nil
                }
            }
        }
    }
}
