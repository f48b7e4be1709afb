import ArgumentParser
import Wire

/// Makes the server forget this device's key, and the profile, too.
struct LogoutCommand: OptionedCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Sign out on this device.",
        discussion: """
            Examples:
              upfor logout
              upfor logout --as ben
            """)

    @OptionGroup var options: Options

    mutating func run() async throws {
        let opening = try SessionOpening(options)
        let answer = try await forgotten(by: opening)
        try opening.choice.folder.update(opening.choice.name) { $0.token = nil }
        opening.output.done(answer, "signed out")
    }

    /// A key the server does not take, for now or ever, is as good as forgotten: otherwise nobody
    /// got rid of it.
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
