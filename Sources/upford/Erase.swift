import ArgumentParser
import Glibc
import Server
import Storage

struct Erase: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "End a user's account, as the user could. The daemon must not run.",
        discussion: """
            At once nobody finds the account, its sessions are over, and nobody gets the name \
            again. Everything else is erased by the daemon, within a day of its next start. It \
            cannot be undone; copies of the data that were made before still have it.

            EXAMPLES
              upford erase --config /etc/upford/upford.yaml ana
              upford erase --data data --yes ana

            EXIT CODES
              0 done, 64 wrong usage, or it was not confirmed, 65 the data are damaged, 66 there \
            are none, or they cannot be read, 67 nobody has that name, 74 it cannot be written, \
            75 a daemon has the data, 78 the settings are wrong
            """)

    @Argument(help: "The username.")
    var user: String

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var options: DataOptions

    func run() throws {
        let settings = try options.configuration()
        guard yes || isConfirmed else {
            throw ValidationError("not confirmed: expected the username once more, or --yes")
        }
        try reportingFailures { try PersonalData(settings).erase(user) }
        Talk.sayLast("upford: \(user) is gone; the daemon erases the rest when it runs")
    }

    private var isConfirmed: Bool {
        guard isatty(STDIN_FILENO) == 1 else { return false }
        Talk.sayLast("upford: this cannot be undone. The username once more:")
        return readLine() == user
    }
}
