package import Kernel
package import Observability
import Wire

extension EventRecorder {
    /// Records what happened to an account.
    func write(_ record: AccountRecord, from origin: Origin?) {
        var fields: [EventField] = [.user(record.user.rawValue)]
        switch record.kind {
        // The log does not name the reporter.
        case .reported: break
        case .moderated(let decision): fields.append(.reason(decision.text))
        default:
            guard let origin else { break }
            fields = [.connection(ConnectionKey(origin).logged)] + fields
            fields.append(.request(origin.command))
        }
        // After an account was taken over, the first question is from which network.
        if let origin, [.loggedIn, .registered].contains(record.kind) {
            fields.append(.network(origin.network))
        }
        write(EventName(record.kind), fields: fields)
    }

    /// Records that a command was refused.
    func noteRefusal(_ refusal: Refusal, _ origin: Origin) {
        let event: EventName =
            switch refusal.code {
            case .wrongCredentials: .accountLoginFailed
            case .internal: .commandFailed
            default: .commandRefused
            }
        var fields = EventField.command(origin) + [.code(refusal.code.wireName)]
        if let cause = refusal.cause { fields.append(.reason(cause.text)) }
        // With the network, fail2ban can keep out a client that guesses passwords, or has one
        // already.
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
            case .passkey(let isAdded): isAdded ? .passkeyAdded : .passkeyDeleted
            case .passkeyCopied: .passkeyCopied
            case .deleted: .accountDeleted
            case .reported: .reported
            case .moderated: .moderated
            }
    }
}

extension EventField {
    /// The fields of every line about a command.
    package static func command(_ origin: Origin) -> [EventField] {
        [
            .connection(ConnectionKey(origin).logged), .request(origin.command),
            .command(origin.name),
        ]
    }
}
