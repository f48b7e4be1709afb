import Kernel
import Observability
import Wire

extension EventRecorder {
    /// Something has happened to an account.
    func noteAccount(_ event: EventName, _ user: User.ID, _ origin: Origin?) {
        let (about, key) = (EventField.user(user.rawValue), origin.map { ConnectionKey($0) })
        guard let origin, let key else { return write(event, about) }
        var fields: [EventField] = [
            .connection(key.logged), about, .request(origin.command),
        ]
        // Where somebody came in from is what is asked for when an account was taken over.
        if [.accountLogin, .accountRegistered].contains(event) {
            fields.append(.network(origin.network))
        }
        write(event, fields: fields)
    }

    /// A command was refused.
    func noteRefusal(_ refusal: Refusal, _ origin: Origin) {
        let event: EventName =
            switch refusal.code {
            case .wrongCredentials: .accountLoginFailed
            case .internal: .commandFailed
            default: .commandRefused
            }
        var fields = EventField.command(origin) + [.code(refusal.code.wireName)]
        if let cause = refusal.cause { fields.append(.reason(cause.text)) }
        // Who guesses passwords is to be kept out by somebody else, too; and who has one.
        if event == .accountLoginFailed || refusal.code == .secondFactorNeeded {
            fields.append(.network(origin.network))
        }
        write(event, fields: fields)
    }
}
