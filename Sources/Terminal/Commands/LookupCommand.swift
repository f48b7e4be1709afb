import ArgumentParser
import Wire

/// Looks a person up by the exact username.
struct LookupCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup", abstract: "Look up a user by username.",
        discussion: """
            Examples:
              upfor lookup ben
            """)

    @Argument(help: "The exact username.")
    var name: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = UserLookup()
        command.username = name
        try await session.show(.userLookup(command))
    }
}
