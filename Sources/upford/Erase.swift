import ArgumentParser
import Server
import Storage

struct Erase: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "End a user's account, as the user could. The daemon must not run.",
        discussion: """
            At once nobody finds the account, its sessions are over, and nobody gets the name \
            again. Everything else is erased by the daemon, within a day of its next start. It \
            cannot be undone; copies of the data that were made before still have it. The event \
            log of the settings gets admin.done. While the daemon runs: `upford ctl erase`.

            EXAMPLES
              upford erase ana
              upford erase --data data --yes ana

            EXIT CODES
              0 done, 64 wrong usage, it was not confirmed, or the data are in PostgreSQL, 65 \
            the data are damaged, 66 there are none, or they cannot be read, 67 nobody has \
            that name, 74 they or the log cannot be written, 75 a daemon has the data, 78 the \
            settings are wrong
            """)

    @Argument(help: "The username.")
    var user: String

    @OptionGroup var confirmation: ConfirmationOptions

    @OptionGroup var options: DataOptions

    func run() throws {
        let settings = try options.configuration()
        try confirmation.confirm(user)
        try reportingFailures { try PersonalData(settings).erase(user) }
        Talk.sayLast("upford: \(user) is gone; the daemon erases the rest when it runs")
    }
}
