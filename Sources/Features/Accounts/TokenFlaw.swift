public import Kernel
import Wire

/// What is wrong with an ID token: for the event log, never for whoever brought it.
public enum TokenFlaw: String, CaseIterable, Sendable {
    /// Longer than any could be.
    case tooLong = "too long"
    /// No token, or without a claim that each must have.
    case malformed
    /// Of an algorithm, or with something critical, that is not understood here.
    case algorithm
    /// Of another issuer.
    case issuer
    /// For somebody else.
    case audience
    /// Its time is over.
    case expired
    /// Its time has not come, as far as our clock can tell.
    case early
    /// It names nobody.
    case subject
    /// Without a nonce, or with one that is none of ours, was used, or is over.
    case nonce
    /// No key of the issuer's has that name.
    case key
    /// Signed by somebody else, or changed.
    case signature
    /// Good, but of an identity that opens another account, or none.
    case owner
}

extension Refusal {
    /// An ID token is no good; whoever brought it gets the same for every reason.
    public static func badIDToken(_ flaw: TokenFlaw) -> Refusal {
        Refusal(
            .wrongCredentials, field: "idToken",
            "the ID token is invalid or expired: request a nonce, and sign in at the issuer again",
            cause: Cause(flaw))
    }
}
