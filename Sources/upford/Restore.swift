import ArgumentParser
import SQLite
import Server

struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Replace the data by a backup. The daemon must not run.",
        discussion: """
            The backup is checked first. The data stay as they are until the backup is \
            completely on disk. At its next start the daemon begins a new epoch: each client \
            loads a snapshot instead of missing events. Run it as the daemon's user or as root; \
            as root, restored files get the owner of the folder.

            EXAMPLES
              systemctl stop upford.socket upford-tls.socket upford.service
              upford restore /var/backups/upfor.sqlite
              upford restore --data data --force copy.sqlite

            EXIT CODES
              0 done, 64 wrong usage, or the data are in PostgreSQL, 65 the backup is damaged, \
            66 the backup is not readable, 73 there are data already, or the folder cannot be \
            made, 74 the data cannot be written, 75 a daemon uses the data, or ended by a \
            signal, 78 invalid settings
            """)

    @Argument(help: "The backup.")
    var file: String

    @Flag(help: "Move existing data aside, into a folder replaced-… in the data folder.")
    var force = false

    @Flag(help: "Print the result as JSON on standard output.")
    var json = false

    @OptionGroup var options: DataOptions

    func run() async throws {
        let (settings, talk) = (try options.configuration(), CopyTalk())
        let inspectionTalk = InspectionTalk()
        let folder = settings.data.folder
        let (report, aside) = try reportingFailures {
            try Copies(settings).restore(
                file, replacing: force, inspecting: inspectionTalk.observe, talk.observe)
        }
        if json {
            return Talk.give(Done(copy: CopyFacts(file, report), folder: folder, replaced: aside))
        }
        Talk.say("upford: put \(CopyTalk.mebibytes(report.bytes)) MiB into \(folder)")
        if let aside { Talk.say("upford: what was there is in \(aside)") }
        Talk.sayLast("upford: at its start the daemon begins a new epoch")
    }

    private struct Done: Encodable {
        let copy: CopyFacts
        let folder: String
        let replaced: String?
    }
}
