import ArgumentParser
import Glibc
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
