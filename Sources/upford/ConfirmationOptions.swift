import ArgumentParser
import Glibc

/// Whether what cannot be undone is really meant.
struct ConfirmationOptions: ParsableArguments {
    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    /// Asks for the username once more, unless that was said to be needless.
    func confirm(_ user: String) throws {
        guard yes || isConfirmed(user) else {
            throw ValidationError("not confirmed: expected the username once more, or --yes")
        }
    }

    private func isConfirmed(_ user: String) -> Bool {
        guard isatty(STDIN_FILENO) == 1 else { return false }
        Talk.sayLast("upford: this cannot be undone. The username once more:")
        return readLine() == user
    }
}
