import ArgumentParser
import SwiftProtobuf
import Wire

/// How the caller proves to be the account's owner: by the password, or by an ID token from an
/// issuer whose identity opens the account.
struct ProofOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Prove who you are by an identity of this issuer, not by the password; without an ID "
                + "token: what to ask the issuer for.", valueName: "name"))
    var issuer: String?

    @Option(
        help: ArgumentHelp("A file with its ID token (- for standard input).", valueName: "file"))
    var idToken: String?

    @Option(
        help: "A code of your authenticator, or a recovery code, where the account needs one.")
    var code: String?

    @Flag(help: "Read the password, and in the next line a new one, from standard input.")
    var passwordStdin = false

    func validate() throws {
        guard issuer != nil || idToken == nil else {
            throw ValidationError("--id-token needs an --issuer")
        }
    }

    /// The challenge for the issuer, when there is no token yet.
    var challenge: ClientMessage.OneOf_Command? {
        idToken == nil ? issuer.map { .identityBegin(of: $0) } : nil
    }

    /// The proof; asks for the password when there is no other.
    func proof() throws(Failure) -> Proof {
        var proof = Proof()
        proof.code = code ?? ""
        if let issuer, let idToken {
            (proof.issuer, proof.idToken) = (issuer, try IDToken.text(of: idToken))
        } else {
            proof.password =
                try passwordStdin
                ? Password.fromStandardInput() : Password.asked(["Password: "])
        }
        return proof
    }

    /// Reads a new password; on standard input it follows the password that is the proof.
    func newPassword() throws(Failure) -> String {
        guard passwordStdin else {
            return try Password.asked(["New password: ", "Once more: "])
        }
        return try Password.fromStandardInput(
            orSay: idToken == nil
                ? "the second line is missing: first comes the password you have, then the new one"
                : "standard input holds no new password")
    }
}

extension ClientMessage.OneOf_Command {
    /// Requests the challenge that an ID token of this issuer must contain.
    static func identityBegin(of issuer: String) -> Self {
        .identityBegin(.with { $0.issuer = issuer })
    }
}
