import Client
import Glibc
import Wire

/// The way in: registering and logging in end alike, with a key that goes into the profile.
struct Entry: Sendable {
    /// What this device calls itself.
    let device: String
    private let opening: SessionOpening
    private let readsPassword: Bool

    /// - Throws: `.local` when the profile is somebody's who is still signed in: his key would be
    ///   lost. One that the server takes no more is no loss.
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

    /// The password: from standard input, or asked for by these prompts.
    func password(_ prompts: [String]) throws(Failure) -> String {
        readsPassword ? try Password.fromStandardInput() : try Password.asked(prompts)
    }

    /// Sends `command`, keeps the key it is answered with, and welcomes the user.
    ///
    /// - Parameter position: where `watch` will begin; nil for "from then on".
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

    /// Sends `command`, which needs nobody to be signed in, and shows the answer.
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

    /// - Parameter before: the profile as it was; somebody else's is taken over, and that is said.
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
