import ArgumentParser
import Glibc
import Server
import Storage

struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy the data into one file, while the daemon runs or not.",
        discussion: """
            The copy is of one moment, and has everything that was acknowledged before it. It is \
            for its owner only (mode 0600), and has its name only when it is whole and on disk. \
            Run it as the user of the daemon, or as root.

            EXAMPLES
              upford backup /var/backups/upfor.sqlite
              upford backup --data data --force copy.sqlite && upford check copy.sqlite
              upford backup --data data --json "upfor-$(date +%F).sqlite" | jq .bytes

            EXIT CODES
              0 done, 64 wrong usage, or the data are in PostgreSQL, 65 the data are damaged, 66 \
            there are none, or they cannot be read, 73 the file is there or cannot be made, 74 \
            it cannot be written, 75 ended by a signal, 78 the settings are wrong
            """)

    @Argument(help: "The new file.")
    var file: String

    @Flag(help: "Replace a file of that name, once the copy is whole.")
    var force = false

    @Flag(help: "Say what was done in JSON, on standard output.")
    var json = false

    @OptionGroup var options: DataOptions

    func run() async throws {
        // The processor is for the daemon first.
        _ = nice(10)
        let (start, talk) = (ContinuousClock.now, CopyTalk())
        let settings = try options.configuration()
        let bytes = try reportingFailures {
            try Copies(settings).make(file, replacing: force, talk.observe)
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        guard json else {
            return Talk.sayLast(
                "upford: copied \(CopyTalk.mebibytes(bytes)) MiB to \(file) in"
                    + " \((seconds * 100).rounded() / 100) s")
        }
        Talk.give(Done(file: file, bytes: bytes, seconds: seconds))
    }

    private struct Done: Encodable {
        let file: String
        let bytes: Int
        let seconds: Double
    }
}
