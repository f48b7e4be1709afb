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
        var reader = ConfigurationReader()
        if let file { reader.read(file: file) }
        reader.read(environment: environment)
        reader.read(flags: flags)
        return try reader.finish()
    }
}
