import Dispatch
import SQLite
import Synchronization

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
