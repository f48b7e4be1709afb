import Kernel

/// What a passkey signs a challenge for: a challenge for one purpose is no good for another.
enum PasskeyPurpose: Sendable {
    /// To open an account; of this login only, unless that is empty.
    case logIn(as: String)
    /// As the second factor of a log-in; by this login, unless that is empty.
    case secondFactor(of: String)
    /// To make an account with this name.
    case register(String)
    /// To become a passkey of an account.
    case add(to: User.ID)
    /// To prove, on this log-in, that the caller is the owner.
    case proof(by: Caller)

    /// How long there is to answer: a person has to find a device, and to prove who they are.
    private static let lifetime = Duration.seconds(300)

    /// 32 random bytes.
    var nonce: Nonce.Kind {
        switch self {
        case .logIn(let login): Self.kind("passkey login", Array(login.utf8))
        case .secondFactor(let login): Self.kind("passkey factor", Array(login.utf8))
        case .register(let username): Self.kind("passkey register", Array(username.utf8))
        case .add(let user): Self.kind("passkey add", user.rawValue.bigEndianBytes)
        case .proof(let caller): Self.kind("passkey proof", caller.token.rawValue.bigEndianBytes)
        }
    }

    private static func kind(_ purpose: StaticString, _ subject: [UInt8]) -> Nonce.Kind {
        Nonce.Kind(purpose, for: subject, lifetime: lifetime, chanceCount: 32)
    }

    /// Whether the passkey alone opens something: then it must have verified its owner.
    var isAlone: Bool {
        if case .secondFactor = self { false } else { true }
    }
}

/// What is wrong with the answer of a passkey, beside what the standard checks: for the event log,
/// never for the client.
enum PasskeyFlaw: String, CaseIterable, Sendable {
    /// Its challenge is none of ours, for another purpose, used, or over.
    case challenge
    /// No passkey here has this id.
    case unknown
    /// It opens another account.
    case owner
    /// It has not counted up.
    case counter
}
