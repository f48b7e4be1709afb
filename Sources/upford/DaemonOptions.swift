import ArgumentParser
import Glibc
import Server

/// Which daemon a command is about: the one whose settings are named, else the one that is
/// installed on this machine.
struct DaemonOptions: ParsableArguments {
    /// Where a package puts the settings, and the unit looks for them.
    private static let installed = "/etc/upford/upford.yaml"

    @Option(help: "The daemon's settings (default: /etc/upford/upford.yaml, if it is there).")
    var config: String?

    /// Its settings; the environment goes before the file, as for the daemon.
    ///
    /// - Parameter folder: of data that may be nobody's; then no daemon is looked for.
    func load(data folder: String? = nil) throws(ConfigurationErrors) -> Configuration {
        let isInstalled = folder == nil && access(Self.installed, F_OK) == 0
        return try Configuration.load(
            file: config ?? (isInstalled ? Self.installed : nil), environment: Talk.environment,
            flags: folder.map { ["data.folder": $0] } ?? [:])
    }
}
