public import Settings

extension Configuration {
    /// Reads the settings: flags go before the environment, that before the file, that before
    /// the defaults.
    ///
    /// - Parameters:
    ///   - file: path of a YAML file; `nil` for none.
    ///   - environment: the process's variables; those that start with `UPFORD_` are read.
    ///   - flags: values by the name of their key, as in `["listen.port": "0"]`.
    /// - Throws: everything that is wrong: a file that cannot be read, unknown keys, wrong types,
    ///   values out of range, values that contradict one another.
    public static func load(
        file: String?, environment: [String: String] = [:], flags: [String: String] = [:]
    ) throws(ConfigurationErrors) -> Configuration {
        try ConfigurationReader(file: file, environment: environment, flags: flags).finish()
    }

    /// The settings that ``load(file:environment:flags:)`` would give, as a file that gives them,
    /// too; behind each where it was set.
    ///
    /// - Parameter isWhole: whether what was set nowhere is in it.
    public static func text(
        file: String?, environment: [String: String] = [:], flags: [String: String] = [:],
        isWhole: Bool
    ) throws(ConfigurationErrors) -> String {
        let reader = ConfigurationReader(file: file, environment: environment, flags: flags)
        let settings = try reader.finish()
        return ConfigurationText(settings, isWhole: isWhole, origin: reader.origin(of:)).text
    }
}

extension ConfigurationReader {
    fileprivate init(file: String?, environment: [String: String], flags: [String: String]) {
        self.init()
        if let file { read(file: file) }
        read(environment: environment)
        read(flags: flags)
    }
}
