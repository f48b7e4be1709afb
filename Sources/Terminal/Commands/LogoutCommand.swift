import ArgumentParser
import Wire

/// Removes this device's token from the server and from the profile. With `--forget` the whole
/// profile is deleted, even if the server cannot be reached or refuses.
struct LogoutCommand: OptionedCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Sign out on this device.",
        discussion: """
            Examples:
              upfor logout
              upfor logout --as ben
              upfor logout --as ben --forget
            """)

    @Flag(help: "Also remove the profile from this computer, even if the server fails.")
    var forget = false

    @OptionGroup var options: Options

    mutating func run() async throws {
        let opening = try SessionOpening(options)
        let (answer, sentence) = try await leave(opening)
        opening.output.done(answer, sentence)
    }

    /// - Returns: the server's reply, and a sentence for the user.
    func leave(
        _ opening: SessionOpening
    ) async throws(Failure) -> (answer: ServerMessage.OneOf_Body, sentence: String) {
        let (folder, name) = (opening.choice.folder, opening.choice.name)
        if forget, let profile = opening.profile {
            let sentence = try await farewell(to: profile, called: name, by: opening)
            try folder.remove(name)
            return (.done(Done()), sentence)
        }
        do {
            let answer = try await forgotten(by: opening)
            try folder.update(name) { ($0.token, $0.tokenSince) = (nil, nil) }
            return (answer, "signed out")
        } catch .unreachable(let reason) {
            throw .unreachable("\(reason); `logout --forget` forgets it here all the same")
        }
    }

    /// Signs out where that is possible.
    private func farewell(
        to profile: Profile, called name: ProfileName, by opening: SessionOpening
    ) async throws(Failure) -> String {
        let sentence = "the profile \(name) is forgotten"
        guard profile.token != nil else { return sentence }
        do {
            _ = try await forgotten(by: opening)
            return "signed out, and \(sentence)"
        } catch {
            return Self.farewell(without: error, device: SafeText(profile.device).line, sentence)
        }
    }

    /// What remains when the server cannot be reached, or refuses.
    static func farewell(without failure: Failure, device: String, _ sentence: String) -> String {
        let why =
            switch failure {
            case .unreachable: "its server cannot be reached"
            case .refused: "its server says `\(failure.line)`"
            case .notSignedIn, .usage, .local: failure.line
            }
        return "\(sentence); \(why): \(device) may stay signed in there"
            + " (`devices --revoke \(device)` elsewhere ends that)"
    }

    /// A token that the server rejects, for now or for ever, counts as removed: otherwise the user
    /// could never get rid of it.
    private func forgotten(
        by opening: SessionOpening
    ) async throws(Failure) -> ServerMessage.OneOf_Body {
        do {
            let session = try await opening.session()
            let answer = try await session.call(.accountLogout(AccountLogout()))
            await session.close()
            return answer
        } catch .refused(let error) where [.invalidToken, .banned].contains(error.code) {
            return .done(Done())
        }
    }
}
