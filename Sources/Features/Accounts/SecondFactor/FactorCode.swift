import Kernel
import Wire

/// What somebody gives beside the password: an authenticator's code, a recovery code, or nothing.
enum FactorCode: Sendable {
    case none
    case oneTime(OneTimeCode)
    case recovery(RecoveryCode)

    /// - Throws: `.invalidField` for what can be none of these.
    init(_ text: String, field: String) throws(Refusal) {
        guard !text.isEmpty else {
            self = .none
            return
        }
        if let code = OneTimeCode(typed: text) {
            self = .oneTime(code)
        } else if let code = RecoveryCode(typed: text) {
            self = .recovery(code)
        } else {
            throw Refusal(
                .invalidField, field: field,
                "expected six digits of the authenticator, or a recovery code")
        }
    }
}
