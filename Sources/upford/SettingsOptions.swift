import ArgumentParser

/// Where a command takes the daemon's settings from.
struct SettingsOptions: ParsableArguments {
    @Option(help: "The settings, a YAML file.")
    var config: String?

    @Option(help: "The address to listen on, HOST:PORT; port 0: chosen by the system.")
    var listen: String?

    @Option(help: "The data folder; created if missing.")
    var data: String?

    @Option(name: .customLong("set"), help: "One setting, KEY=VALUE; may be repeated.")
    var settings: [String] = []

    /// The file, for who looks at the settings of a daemon that is installed here.
    var file: String? { DaemonOptions.file(config, data: data) }

    /// What the flags set, by the names of keys.
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
