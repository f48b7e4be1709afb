import ArgumentParser
import Foundation
import Glibc
import Observability
import Server
import Settings
import SettingsFile
import SQLite
import Storage
import Synchronization

/// Where a command finds the data, or the files beside them.
struct DataOptions: ParsableArguments {
    @OptionGroup var daemon: DaemonOptions

    @Option(help: "The data folder (default: that of the settings).")
    var data: String?

    /// The settings; on failure the program ends.
    func configuration() throws -> Configuration {
        try reportingErrors { () throws(ConfigurationErrors) in try daemon.load(data: data) }
    }
}

/// Runs `body` on the data; a failure ends the program with a line.
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

/// Reports the progress of a copy, once a second, and ends the copy on a signal.
final class CopyTalk {
    private static let interval = Duration.seconds(1)

    private let signals: Signals
    private let isEnded: Ended
    private var last = ContinuousClock.now

    init() {
        let isEnded = Ended()
        self.isEnded = isEnded
        // No task could do that: on one core, the copy occupies the only thread for tasks.
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

/// Where a command reads the daemon's settings from.
struct SettingsOptions: ParsableArguments {
    @Option(help: "The settings, a YAML file.")
    var config: String?

    @Option(help: "The address to listen on, HOST:PORT; port 0: chosen by the system.")
    var listen: String?

    @Option(help: "The data folder; created if missing.")
    var data: String?

    @Option(name: .customLong("set"), help: "One setting, KEY=VALUE; may be repeated.")
    var settings: [String] = []

    /// The settings file, for commands about an installed daemon.
    var file: String? { DaemonOptions.file(config, data: data) }

    /// The values of the flags, by the names of the settings.
    func flags() throws -> [String: String] {
        var flags: [String: String] = [:]
        for setting in settings {
            guard let split = setting.firstIndex(of: "=") else {
                throw ValidationError("--set: expected KEY=VALUE, got \"\(setting)\"")
            }
            flags[String(setting[..<split])] = String(setting[setting.index(after: split)...])
        }
        if let listen {
            guard let split = listen.lastIndex(of: ":") else {
                throw ValidationError("--listen: expected HOST:PORT, got \"\(listen)\"")
            }
            flags["listen.host"] = String(listen[..<split])
            flags["listen.port"] = String(listen[listen.index(after: split)...])
        }
        if let data { flags["data.folder"] = data }
        return flags
    }
}

/// The daemon that a command is about: the one whose settings are named, otherwise the one that is
/// installed on this machine.
struct DaemonOptions: ParsableArguments {
    /// Where a package puts the settings, and the unit expects them.
    private static let installed = "/etc/upford/upford.yaml"

    @Option(help: "The daemon's settings (default: /etc/upford/upford.yaml, if it exists).")
    var config: String?

    /// Its settings; the environment goes before the file, as for the daemon.
    ///
    /// - Parameter folder: of data that need not be a daemon's; then no daemon is looked for.
    func load(data folder: String? = nil) throws(ConfigurationErrors) -> Configuration {
        try Configuration.load(
            file: Self.file(config, data: folder), environment: Talk.environment,
            flags: folder.map { ["data.folder": $0] } ?? [:])
    }

    /// The settings file: the one that is named, otherwise the installed one; nil if there is none,
    /// and for data that are named themselves.
    static func file(_ named: String?, data folder: String?) -> String? {
        named ?? (folder == nil && access(installed, F_OK) == 0 ? installed : nil)
    }
}

/// Confirmation of what cannot be undone.
struct ConfirmationOptions: ParsableArguments {
    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    /// Asks for the username once more, unless the operator has waived that.
    func confirm(_ user: String) throws {
        guard yes || isConfirmed(user) else {
            throw ValidationError("not confirmed: expected the username once more, or --yes")
        }
    }

    private func isConfirmed(_ user: String) -> Bool {
        guard isatty(STDIN_FILENO) == 1 else { return false }
        Talk.sayLast("upford: this cannot be undone. The username once more:")
        return readLine() == user
    }
}
