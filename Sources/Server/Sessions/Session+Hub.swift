extension Session {
    /// Takes what the hub wants of this connection.
    package mutating func take(_ action: Outgoing.Action) -> SessionEffect {
        switch action {
        case .event(let payload): return isOpen ? .send(payload, isSecret: false) : .nothing
        case .answer(let answer):
            settle(answer.kind)
            guard isOpen, let bytes = answer.bytes else { return Self.effect(ofLate: action) }
            return .send(bytes, isSecret: answer.isSecret)
        case .hint(let payload, let parts): return isOpen ? .hint(payload, parts) : .nothing
        case .forgetHints(let user): return .forgetHints(user)
        case .tellWhenDrained: return .tellWhenDrained
        case .signIn(let caller):
            guard isOpen, self.caller == nil else { return Self.effect(ofLate: action) }
            stage = .user(CallerBox(caller))
            return .signedIn
        case .signOut:
            guard caller != nil else { return .nothing }
            stage = .visitor
            marks.remove(.lenient)
            return .signedOut
        case .close(let code, let reason): return isOpen ? .close(code, reason) : .nothing
        }
    }

    /// Takes what the hub wants of a connection that has gone.
    package static func effect(ofLate action: Outgoing.Action) -> SessionEffect {
        switch action {
        case .signIn: .disown
        case .answer(let answer) where answer.kind == .toChange: .unclaimed
        default: .nothing
        }
    }

    /// Keeps the books of what waits for an answer.
    private mutating func settle(_ kind: Answer.Kind) {
        if inFlight > 0 { inFlight -= 1 }
        if kind == .toChange { marks.remove(.changingCaller) }
    }
}
