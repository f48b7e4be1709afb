import ArgumentParser
import Client
import Glibc
import Wire

/// Registering and logging in: both end with a token that is stored in the profile.
struct Entry: Sendable {
    /// The name of this device.
    let device: String
    private let opening: SessionOpening
    private let readsPassword: Bool

    /// - Throws: `.local` when another user is still signed in with the profile, because their
    ///   token would be lost. A token that the server rejects is no loss.
    init(_ options: Options, _ own: EntryOptions) async throws(Failure) {
        opening = try SessionOpening(options)
        device = Device.name(
            chosen: own.device, kept: opening.profile?.device, environment: Environment.all)
        readsPassword = own.passwordStdin
        if let profile = opening.profile, profile.token != nil, try await opening.isSignedIn() {
            let name = opening.choice.name
            throw .local(
                "the profile \(name) is signed in as \(profile.username):"
                    + " `upfor logout` first, or choose another name with --as")
        }
    }

    /// The code of an invitation; empty where there is none.
    func invitation(_ text: String?) throws(Failure) -> String {
        guard let text else { return "" }
        return try InvitationLink.code(of: text, at: opening.server)
    }

    /// Reads the password from standard input, or asks for it with these prompts.
    func password(_ prompts: [String]) throws(Failure) -> String {
        readsPassword ? try Password.fromStandardInput() : try Password.asked(prompts)
    }

    /// Sends `command`, stores the token of the reply, and welcomes the user.
    ///
    /// - Parameter position: where `watch` begins; nil for "from then on".
    func enter(
        _ command: ClientMessage.OneOf_Command, from position: Profile.Position?
    ) async throws(Failure) {
        let answer = try await call(command)
        guard case .account(let account) = answer, !account.token.isEmpty else {
            throw .unreachable("this is no Upfor server: no token in its answer")
        }
        try keep(account, from: position)
        welcome(account)
    }

    /// Sends `command`, which needs no session, and shows the reply.
    func ask(_ command: ClientMessage.OneOf_Command) async throws(Failure) {
        opening.output.answer(try await call(command))
    }

    private func call(
        _ command: ClientMessage.OneOf_Command
    ) async throws(Failure) -> ServerMessage.OneOf_Body {
        let client = try await opening.connection()
        let once: Session.Call = { command throws(Failure) in
            do throws(ClientError) {
                return try await client.call(command)
            } catch {
                throw Failure(error)
            }
        }
        do throws(Failure) {
            let answer = try await SecondFactorQuestion.call(command, by: once)
            await client.close()
            return answer
        } catch {
            await client.close()
            throw error
        }
    }

    private func keep(
        _ account: AccountOpened, from position: Profile.Position?
    ) throws(Failure) {
        let old = opening.profile
        let isSame =
            old?.username == account.user.username && old?.server == opening.server.description
        try opening.choice.save(
            Profile(
                server: opening.server.description, username: account.user.username,
                token: account.token, tokenSince: time(nil), device: device,
                position: isSame ? old?.position ?? position : position))
    }

    private func welcome(_ account: AccountOpened) {
        let sentence = Self.welcome(account, in: opening.choice.name, before: opening.profile)
        opening.output.done(.account(account), sentence)
        if account.hasEmailVerified, !account.emailVerified {
            opening.output.remark("your e-mail address is not confirmed: `upfor verify`")
        }
    }

    /// - Parameter before: the profile as it was. If it was another user's, it is taken over, and
    ///   the welcome says so.
    static func welcome(
        _ account: AccountOpened, in name: ProfileName, before: Profile?
    ) -> String {
        let who = account.user.username
        let owner = before.map(\.username).flatMap { $0 == who ? nil : SafeText($0).line }
        let profile = name == .standard && owner == nil ? nil : "profile \(name)"
        let remark = [profile, owner.map { "which was \($0)'s" }].compactMap(\.self)
        return "signed in as \(SafeText(who).line)"
            + (remark.isEmpty ? "" : " (\(remark.joined(separator: ", ")))")
    }
}

/// Options of registering and logging in, beside those of every command.
struct EntryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What to call this device (or UPFOR_DEVICE; the host's name and four letters).",
            valueName: "name"))
    var device: String?

    @Flag(help: "Read the password from the first line of standard input.")
    var passwordStdin = false
}

/// Logging in with an outside identity: first a nonce for the issuer, then the ID token.
struct IdentityEntry: Sendable {
    let issuer: String
    /// A file with the ID token, or "-" for standard input; nil: only a nonce is requested.
    let token: String?
    /// Only for the first log-in.
    let username: String?
    /// Instead of the address that the issuer vouches for.
    let email: String?
    /// The code of an invitation, only for the first log-in; empty: none.
    var invitation = ""
    /// The code of an authenticator, where the account needs one.
    var code: String?

    /// The command that logs in, or that requests a nonce.
    func command(device: String) throws(Failure) -> ClientMessage.OneOf_Command {
        guard let token else { return .identityBegin(of: issuer) }
        var command = IdentityLogin()
        command.issuer = issuer
        command.idToken = try IDToken.text(of: token)
        command.device = device
        command.username = username ?? ""
        command.email = email ?? ""
        (command.invitation, command.code) = (invitation, code ?? "")
        return .identityLogin(command)
    }
}

/// An ID token from an issuer of OpenID Connect.
enum IDToken {
    /// More than any token has, and within the size of a message to the server.
    private static let bytesMax = 1 << 16

    /// The token in a file.
    ///
    /// - Parameter file: "-" for standard input.
    static func text(of file: String) throws(Failure) -> String {
        let bytes = file == "-" ? try given() : try LocalFile.contents(of: file, bytesMax: bytesMax)
        guard let bytes else { throw .local("there is no file \(file)") }
        let token = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        guard !token.isEmpty else { throw .usage("there is no token in \(file)") }
        return token
    }

    private static func given() throws(Failure) -> [UInt8] {
        guard let bytes = StandardInput.bytes(max: bytesMax) else {
            throw LocalFile.problem("read", "standard input")
        }
        guard bytes.count <= bytesMax else {
            throw LocalFile.tooLarge("standard input", bytesMax: bytesMax)
        }
        return bytes
    }
}
