import Settings

/// Puts the settings together, one source after the other, and remembers where each was set.
struct ConfigurationReader {
    var configuration = Configuration()
    /// What could not be read at all; the rules between values are checked at the end.
    private var unreadable: [ConfigurationProblem] = []
    private var origins: [String: ConfigurationOrigin] = [:]

    /// Sets `key`, or notes that `value` has the wrong type for it.
    mutating func set(
        _ key: ConfigurationKey, _ value: ConfigurationValue, from origin: ConfigurationOrigin
    ) {
        if key.set(value, in: &configuration) {
            origins[key.name] = origin
        } else {
            refuse(key.name, "expected \(key.expectation), got \(value.shown)", from: origin)
        }
    }

    mutating func remember(_ key: String, from origin: ConfigurationOrigin) {
        origins[key] = origin
    }

    mutating func refuse(_ key: String, _ text: String, from origin: ConfigurationOrigin) {
        unreadable.append(ConfigurationProblem(origin: origin, key: key, text: text))
    }

    /// Sets what the variables of ours say. One that we do not know is a spelling mistake.
    mutating func read(environment: [String: String]) {
        let ours = environment.filter { $0.key.hasPrefix(ConfigurationKeys.environmentPrefix) }
        for (name, text) in ours.sorted(by: { $0.key < $1.key }) {
            let origin = ConfigurationOrigin.environment(name)
            if let key = ConfigurationKeys.all.first(where: { $0.environmentName == name }) {
                set(key, ConfigurationValue(untyped: text), from: origin)
            } else {
                refuse("", "unknown variable", from: origin)
            }
        }
    }

    /// Sets what the command line says, by the names of keys.
    mutating func read(flags: [String: String]) {
        for (name, text) in flags.sorted(by: { $0.key < $1.key }) {
            if let key = ConfigurationKeys.all.first(where: { $0.name == name }) {
                set(key, ConfigurationValue(untyped: text), from: .flag)
            } else {
                refuse(name, "unknown key", from: .flag)
            }
        }
    }

    /// Where a key was set; nil: nowhere.
    func origin(of key: String) -> ConfigurationOrigin? { origins[key] }

    /// The settings, when every rule holds.
    func finish() throws(ConfigurationErrors) -> Configuration {
        let broken = configuration.problems { origins[$0] ?? .code }
        let problems = unreadable + broken
        guard problems.isEmpty else { throw ConfigurationErrors(problems: problems) }
        return configuration
    }
}
