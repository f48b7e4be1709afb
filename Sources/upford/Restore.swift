import ArgumentParser
import Server
import Storage

struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put a copy in the place of the data. The daemon must not run.",
        discussion: """
            The copy is checked first, and the data stay as they are until all of it is on disk. \
            At its next start the daemon begins a new epoch: each client takes a snapshot instead \
            of missing what the copy does not know. Run it as the user of the daemon, or as root: \
            then everything belongs to whom the folder belongs to.

            EXAMPLES
              systemctl stop upford.socket upford-tls.socket upford.service
              upford restore /var/backups/upfor.sqlite
              upford restore --data data --force copy.sqlite

            EXIT CODES
              0 done, 64 wrong usage, or the data are in PostgreSQL, 65 the copy is not good, 66 \
            it cannot be read, 73 there are data already, or the folder cannot be made, 74 it \
            cannot be written, 75 a daemon has the data, or ended by a signal, 78 the settings \
            are wrong
            """)

    @Argument(help: "A copy of the data.")
    var file: String

    @Flag(help: "Set aside what is there, in a folder replaced-… among the data.")
    var force = false

    @Flag(help: "Say what was done in JSON, on standard output.")
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
