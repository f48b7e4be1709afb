import ArgumentParser
import Glibc
import Observability
import Server
import Storage

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print all data about a user, while the daemon runs or not.",
        discussion: """
            The same document as the user's own `upfor export`: {"records": [...]}, without \
            passwords and tokens. It is a consistent snapshot. Run it as the daemon's user or as \
            root.

            EXAMPLES
              (umask 077; upford export ana > ana.json)
              upford export --data data ana | jq '.records[] | select(.message)'

            EXIT CODES
              0 done, 64 wrong usage, or the data are in PostgreSQL, 65 the data are damaged, \
            66 no data, or not readable, 67 no such user, 74 standard output cannot be written, \
            78 invalid settings
            """)

    @Argument(help: "The username.")
    var user: String

    @OptionGroup var options: DataOptions

    func run() throws {
        let settings = try options.configuration()
        let count = try reportingFailures {
            try PersonalData(settings).export(user) { (lines) throws(DataFailure) in
                guard EventSink.standardOutput.put(lines) else {
                    throw DataFailure(.notWritten, "standard output cannot be written")
                }
            }
        }
        Talk.sayLast("upford: \(count) records")
    }
}

struct Erase: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Delete a user's account, as the user could. The daemon must not run.",
        discussion: """
            The account is unusable at once, its sessions are closed, and the username is never \
            given out again. The daemon erases all other data within a day of its next start. \
            This cannot be undone; earlier backups still contain the account. The order is \
            logged as admin.done, in the log of the settings. While the daemon runs, use `upford \
            ctl erase`.

            EXAMPLES
              upford erase ana
              upford erase --data data --yes ana

            EXIT CODES
              0 done, 64 wrong usage, not confirmed, or the data are in PostgreSQL, 65 the data \
            are damaged, 66 no data, or not readable, 67 no such user, 74 the data or the log \
            cannot be written, 75 a daemon uses the data, 78 invalid settings
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
