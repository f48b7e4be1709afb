import ArgumentParser
import Dispatch
import Foundation
import Media
import Observability
import SQLite
import Synchronization

@main
enum Program {
    /// Not asynchronous itself: that would start the threads of Dispatch, which a confined program
    /// may not have.
    static func main() {
        PictureWorker.runIfAsked()
        Task {
            await Upford.main(nil)
            exit(EXIT_SUCCESS)
        }
        dispatchMain()
    }
}

struct Upford: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upford",
        abstract:
            "The daemon of Upfor, a chat and presence server.",
        version: Version.text,
        subcommands: [
            Serve.self, Config.self, Log.self, Ctl.self, Healthy.self, Backup.self, Check.self,
            Restore.self, RotatePushKey.self, Export.self, Erase.self, Words.self, Describe.self,
            Measure.self, Echo.self,
        ],
        defaultSubcommand: Serve.self)
}

/// Messages for the operator: on stderr, a line at a time.
///
/// Its own thread writes them: stderr may be a full pipe without a reader. A daemon that waited for
/// it would not handle any signal, not even the one to stop.
enum Talk {
    private static let voice = DispatchQueue(label: "upford.talk")
    private static let unsaid = DispatchGroup()

    static func say(_ line: String) {
        voice.async(group: unsaid) {
            // `write(_:)` would trap when stderr is closed, or a pipe without a reader.
            try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
        }
    }

    /// Writes a last line before the program ends, if it is read within a second.
    static func sayLast(_ line: String) {
        say(line)
        _ = unsaid.wait(timeout: .now() + .seconds(1))
    }

    static func flush() { fflush(nil) }

    static var environment: [String: String] { ProcessInfo.processInfo.environment }
}

/// Tells once a second what an inspection is about: SQLite may be long about one thing.
final class InspectionTalk {
    private static let seconds = 1

    private let current = Current()
    private let timer = DispatchSource.makeTimerSource(queue: .global())

    init() {
        let current = current
        timer.schedule(
            deadline: .now() + .seconds(Self.seconds), repeating: .seconds(Self.seconds))
        timer.setEventHandler {
            guard let words = current.stage.withLock({ $0?.words }) else { return }
            Talk.say("upford: \(words)")
        }
        timer.activate()
    }

    deinit { timer.cancel() }

    func observe(_ stage: InspectionStage) { current.stage.withLock { $0 = stage } }

    private final class Current: Sendable {
        let stage = Mutex<InspectionStage?>(nil)
    }
}

extension InspectionStage {
    fileprivate var words: String {
        switch self {
        case .digest(let progress):
            "the digest: \(CopyTalk.mebibytes(progress.bytesDone)) of"
                + " \(CopyTalk.mebibytes(progress.bytesAll)) MiB"
        case .structure: "the structure of the database …"
        case .references: "the references from row to row …"
        case .rules: "the rules that the data keep …"
        }
    }
}
