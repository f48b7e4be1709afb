package import Kernel
package import Observability
import Wire

extension EventRecorder {
    /// Something has happened to an account.
    func write(_ record: AccountRecord, from origin: Origin?) {
        var fields: [EventField] = [.user(record.user.rawValue)]
        switch record.kind {
        // The log has no reporter.
        case .reported: break
        case .moderated(let decision): fields.append(.reason(decision.text))
        default:
            guard let origin else { break }
            fields = [.connection(ConnectionKey(origin).logged)] + fields
            fields.append(.request(origin.command))
        }
        // Where a user came in from is what is asked for when an account was taken over.
        if let origin, [.loggedIn, .registered].contains(record.kind) {
            fields.append(.network(origin.network))
        }
        write(EventName(record.kind), fields: fields)
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

extension EventName {
    fileprivate init(_ kind: AccountRecord.Kind) {
        self =
            switch kind {
            case .registered: .accountRegistered
            case .loggedIn: .accountLogin
            case .passwordChanged: .passwordChanged
            case .passwordRecovered: .passwordRecovered
            case .emailChanged: .emailChanged
            case .emailVerified: .emailVerified
            case .secondFactor(let isSet): isSet ? .secondFactorSet : .secondFactorDropped
            case .identity(let isLinked): isLinked ? .identityLinked : .identityUnlinked
            case .deleted: .accountDeleted
            case .reported: .reported
            case .moderated: .moderated
            }
    }
}

extension EventField {
    /// What all lines about a command have.
    package static func command(_ origin: Origin) -> [EventField] {
        [
            .connection(ConnectionKey(origin).logged), .request(origin.command),
            .command(origin.name),
        ]
    }
}
