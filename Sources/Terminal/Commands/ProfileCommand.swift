import ArgumentParser
import SwiftProtobuf
import Wire

/// Shows one's own account, or changes its name, address or password.
struct ProfileCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Show or change your name, e-mail and password.",
        discussion: """
            Without an option it also shows which outside identities open your account, and \
            which other issuers the server offers.

            A new e-mail address, a new password, --link and --unlink need your current \
            password, which is asked for, or a fresh ID token of an identity that opens your \
            account. A new password signs out every other device. Outside identities stay \
            linked, and are listed then: remove them with --unlink.

            Of several changes, those that need a proof are made first. It stops at the first \
            refusal and lists the changes that were not made.

            Examples:
              upfor profile
              upfor profile --name "Ana Lima"
              upfor profile --email ana@example.org
              upfor profile --password
              upfor profile --unlink example
              upfor profile --link example
              upfor profile --link example --link-token token.jwt
              upfor profile --password --issuer example
              upfor profile --password --issuer example --id-token token.jwt
              printf '%s\\n' "$OLD" "$NEW" | upfor profile --password --password-stdin
            """)

    @Option(name: .customLong("name"), help: "The name that others see.")
    var displayName: String?

    @Option(help: "Your new e-mail address.")
    var email: String?

    @Flag(name: .customLong("password"), help: "Ask for a new password.")
    var changesPassword = false

    @Option(
        help: ArgumentHelp(
            "Let an identity of this issuer open your account, too; without a token: what to ask "
                + "the issuer for.", valueName: "name"))
    var link: String?

    @Option(
        help: ArgumentHelp("A file with its ID token (- for standard input).", valueName: "file"))
    var linkToken: String?

    @Option(
        help: ArgumentHelp(
            "Unlink the identity of this issuer.", valueName: "name"))
    var unlink: String?

    @OptionGroup var proof: ProofOptions

    @OptionGroup var options: Options

    var needsProof: Bool { changes > 0 || proof.issuer != nil }

    /// How much is changed that needs a proof.
    private var changes: Int {
        [email != nil, changesPassword, link != nil, unlink != nil].count { $0 }
    }

    func validate() throws {
        guard link != nil || linkToken == nil else {
            throw ValidationError("--link-token needs a --link")
        }
        let asksFirst = link != nil && linkToken == nil || proof.challenge != nil
        guard !asksFirst || changes <= 1 else {
            throw ValidationError("without its token an issuer is asked first: for one change")
        }
        guard proof.idToken == nil || changes == 1 else {
            throw ValidationError("an ID token is good once: for one change")
        }
        guard proof.code == nil || changes <= 1 else {
            throw ValidationError("a code is good once: for one change")
        }
        let readers = [proof.idToken == "-", linkToken == "-", proof.passwordStdin]
        guard readers.count(where: { $0 }) <= 1 else {
            throw ValidationError("standard input can hold only one of them")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        if displayName == nil, !needsProof {
            return try await showAccount(in: session)
        }
        for challenge in challenges { try await session.show(challenge) }
        let proven = challenges.isEmpty && needsProof ? try provenChanges() : []
        try await session.make(proven + (displayName.map { [.name($0)] } ?? []))
    }

    /// What an issuer is to be asked for, when its token is still missing.
    private var challenges: [ClientMessage.OneOf_Command] {
        [
            link != nil && linkToken == nil ? link.map { .identityBegin(of: $0) } : nil,
            proof.challenge,
        ].compactMap { $0 }
    }

    /// What needs a proof. All that it takes is read here, before anything is changed: it may be
    /// missing.
    private func provenChanges() throws(Failure) -> [ProfileChange] {
        let proof = try proof.proof()
        var changes: [ProfileChange] = []
        if let email { changes.append(.email(email, by: proof)) }
        if let link, let linkToken {
            changes.append(.link(link, token: try IDToken.text(of: linkToken), by: proof))
        }
        if let unlink { changes.append(.unlink(unlink, by: proof)) }
        if changesPassword { changes.append(.password(try self.proof.newPassword(), by: proof)) }
        return changes
    }

    /// The account, and what else opens it or could, unless the server does not tell.
    private func showAccount(in session: Session) async throws(Failure) {
        let (account, output) = (
            try await session.call(.accountRead(AccountRead())), session.output
        )
        guard let list = try await identities(in: session) else { return output.answer(account) }
        switch output.form {
        case .json: output.printer.data([JSONLine.text([account, .identities(list)])])
        case .words(let wording):
            output.answer(account)
            output.printer.data(wording.waysIn(list))
        }
    }

    private func identities(in session: Session) async throws(Failure) -> Identities? {
        do throws(Failure) {
            let answer = try await session.call(.identityList(IdentityList()))
            if case .identities(let list) = answer { return list }
        } catch .refused {
            // The account can be shown without.
        }
        return nil
    }
}

/// Shows one's own account.
struct WhoamiCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "whoami", abstract: "Show your account.",
        discussion: """
            Examples:
              upfor whoami
              upfor whoami --as ben --json
            """)

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        try await session.show(.accountRead(AccountRead()))
    }
}

/// Looks a person up by the exact username.
struct LookupCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup", abstract: "Look up a user by username, or an invitation.",
        discussion: """
            Examples:
              upfor lookup ben
              upfor lookup https://chat.example.org/i#8lGq0Yx1ZsQ2mVb7TtXk0A
            """)

    @Argument(help: "The exact username; or the link of an invitation, or its code.")
    var name: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        if let link = InvitationLink(name) {
            if let server = session.server { try link.requireSite(server) }
            return try await session.show(.invitationRead(.with { $0.code = link.code }))
        }
        var command = UserLookup()
        command.username = name
        try await session.show(.userLookup(command))
    }
}

/// One of the things that `profile` changes; each is a command of its own on the wire.
struct ProfileChange: Sendable {
    /// What asks for it on the command line.
    fileprivate let option: String
    fileprivate let command: ClientMessage.OneOf_Command
    /// What is said when it was done; nil: what is answered.
    fileprivate let sentence: String?
    /// The new e-mail address, if it is about that: it may have to be confirmed first.
    fileprivate var address: String?

    static func name(_ name: String) -> Self {
        ProfileChange(
            option: "--name", command: .accountUpdate(.with { $0.displayName = name }),
            sentence: "you are \(name) now")
    }

    static func email(_ address: String, by proof: Proof) -> Self {
        ProfileChange(
            option: "--email",
            command: .emailChange(.with { ($0.email, $0.proof) = (address, proof) }),
            sentence: "your e-mail address is \(address) now", address: address.lowercased())
    }

    static func link(_ issuer: String, token: String, by proof: Proof) -> Self {
        ProfileChange(
            option: "--link",
            command: .identityLink(
                .with { ($0.issuer, $0.idToken, $0.proof) = (issuer, token, proof) }),
            sentence: nil)
    }

    static func unlink(_ issuer: String, by proof: Proof) -> Self {
        ProfileChange(
            option: "--unlink",
            command: .identityUnlink(.with { ($0.issuer, $0.proof) = (issuer, proof) }),
            sentence: nil)
    }

    static func password(_ password: String, by proof: Proof) -> Self {
        ProfileChange(
            option: "--password",
            command: .passwordChange(.with { ($0.password, $0.proof) = (password, proof) }),
            sentence: "your password is changed; other devices are signed out")
    }
}

extension Session {
    /// Makes one change after the other, and says of each that it was made; with the first that
    /// fails it ends, and says what was not done.
    func make(_ changes: [ProfileChange]) async throws(Failure) {
        for (place, change) in changes.enumerated() {
            do throws(Failure) {
                try await make(change)
            } catch {
                // Without an answer the outcome is unknown: the failure says that.
                let isRefused = if case .refused = error { true } else { false }
                let left = changes[(isRefused ? place : place + 1)...].map(\.option)
                if changes.count > 1, !left.isEmpty {
                    output.printer.talk(["not done: " + left.joined(separator: ", ")])
                }
                throw error
            }
        }
    }

    private func make(_ change: ProfileChange) async throws(Failure) {
        let answer = try await call(change.command)
        if change.address != nil, case .account(let account) = answer, account.hasEmailVerified,
            !account.emailVerified || account.email != change.address
        {
            let sentence = "a code is on its way to the new address: `upfor verify CODE`"
            return output.done(answer, sentence)
        }
        guard let sentence = change.sentence else { return output.answer(answer) }
        output.done(answer, sentence)
        // After a password change: an attacker with the old password may have added an identity.
        if case .identities(let left) = answer, !left.identities.isEmpty {
            output.remark("what else opens your account, which --unlink ends:")
            output.wording.map { output.printer.data($0.answer(answer)) }
        }
    }
}
