import ArgumentParser
import Glibc
import SQLite
import Server

struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Back up the data into one file, while the daemon runs or not.",
        discussion: """
            The backup is a consistent snapshot of everything that was acknowledged before. It \
            has mode 0600, and gets its name only when it is complete and on disk. Run it as the \
            daemon's user or as root.

            EXAMPLES
              upford backup /var/backups/upfor.sqlite
              upford backup --data data --force copy.sqlite && upford check copy.sqlite
              upford backup --data data --json "upfor-$(date +%F).sqlite" | jq .bytes

            EXIT CODES
              0 done, 64 wrong usage, or the data are in PostgreSQL, 65 the data are damaged, \
            66 no data, or not readable, 73 the file exists or cannot be made, 74 the file \
            cannot be written, 75 ended by a signal, 78 invalid settings
            """)

    @Argument(help: "The new file.")
    var file: String

    @Flag(help: "Replace an existing file, once the backup is complete.")
    var force = false

    @Flag(help: "Print the result as JSON on standard output.")
    var json = false

    @OptionGroup var options: DataOptions

    func run() async throws {
        // The processor is for the daemon first.
        _ = nice(10)
        let (start, talk) = (ContinuousClock.now, CopyTalk())
        let settings = try options.configuration()
        let (bytes, missing) = try reportingFailures {
            try Copies(settings).make(file, replacing: force, talk.observe)
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        if missing > 0 {
            Talk.say("upford: \(missing) files of users are missing in the data, and in the copy")
        }
        guard json else {
            return Talk.sayLast(
                "upford: copied \(CopyTalk.mebibytes(bytes)) MiB to \(file) in"
                    + " \((seconds * 100).rounded() / 100) s")
        }
        Talk.give(Done(file: file, bytes: bytes, filesMissing: missing, seconds: seconds))
    }

    private struct Done: Encodable {
        let file: String
        let bytes: Int
        let filesMissing: Int
        let seconds: Double
    }
}
