import ArgumentParser
import Foundation
import Observability
import SQLite
import Server
import Settings
import SettingsFile
import Storage
import Synchronization

/// Where a command finds the data, or what lies beside them.
struct DataOptions: ParsableArguments {
    @OptionGroup var daemon: DaemonOptions

    @Option(help: "The data folder (default: that of the settings).")
    var data: String?

    /// The settings, or the program's end.
    func configuration() throws -> Configuration {
        try reportingErrors { () throws(ConfigurationErrors) in try daemon.load(data: data) }
    }
}

/// Does something with the data; what fails ends the program, with a line.
func reportingFailures<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        ProcessSetup.prepare()
        return try body()
    } catch let failure as DataFailure {
        Talk.sayLast("upford: \(failure)")
        throw ExitCode(failure.kind.rawValue)
    } catch let failure as StartFailure {
        Talk.sayLast("upford: \(failure)")
        throw ExitCode(1)
    }
}

/// Tells how far a copy is, once a second, and ends it when somebody asks for that.
final class CopyTalk {
    private static let interval = Duration.seconds(1)

    private let signals: Signals
    private let isEnded: Ended
    private var last = ContinuousClock.now

    init() {
        let isEnded = Ended()
        self.isEnded = isEnded
        // No task could do that: on one core, what copies has the only thread for them.
        signals = Signals { isEnded.flag.store(true, ordering: .relaxed) }
    }

    func observe(_ progress: CopyProgress) throws(DataFailure) {
        guard !isEnded.flag.load(ordering: .relaxed) else {
            throw DataFailure(.notNow, "ended by a signal; nothing is left")
        }
        guard ContinuousClock.now - last >= Self.interval else { return }
        last = .now
        Talk.say(
            "upford: \(Self.mebibytes(progress.bytesDone)) of"
                + " \(Self.mebibytes(progress.bytesAll)) MiB")
    }

    static func mebibytes(_ bytes: Int) -> String {
        String(format: "%.1f", Double(bytes) / 1_048_576)
    }

    private final class Ended: Sendable {
        let flag = Atomic(false)
    }
}

extension Talk {
    /// Data, as one line of JSON on standard output.
    static func give(_ value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        guard let line = try? encoder.encode(value) else { return }
        print(String(decoding: line, as: UTF8.self))
        flush()
    }
}
