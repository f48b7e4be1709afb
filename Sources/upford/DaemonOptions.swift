import ArgumentParser
import Glibc
import Settings
import SettingsFile

/// Which daemon a command is about: the one whose settings are named, else the one that is
/// installed on this machine.
struct DaemonOptions: ParsableArguments {
    /// Where a package puts the settings, and the unit looks for them.
    private static let installed = "/etc/upford/upford.yaml"

    @Option(help: "The daemon's settings (default: /etc/upford/upford.yaml, if it exists).")
    var config: String?

    /// Its settings; the environment goes before the file, as for the daemon.
    ///
    /// - Parameter folder: of data that may be nobody's; then no daemon is looked for.
    func load(data folder: String? = nil) throws(ConfigurationErrors) -> Configuration {
        try Configuration.load(
            file: Self.file(config, data: folder), environment: Talk.environment,
            flags: folder.map { ["data.folder": $0] } ?? [:])
    }

    /// The file that has the settings: the one that is named, else what is installed; nil if there
    /// is none, and for data that are named themselves.
    static func file(_ named: String?, data folder: String?) -> String? {
        named ?? (folder == nil && access(installed, F_OK) == 0 ? installed : nil)
    }
}
