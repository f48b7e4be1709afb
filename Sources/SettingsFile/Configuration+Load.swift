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

extension Configuration {
    /// Every rule that these settings break; empty when the daemon may start with them.
    public var problems: [ConfigurationProblem] {
        problems { _ in .code }
    }

    /// - Parameter origin: where a key was set.
    func problems(
        _ origin: (_ key: String) -> ConfigurationOrigin
    ) -> [ConfigurationProblem] {
        ConfigurationRules(settings: self).problems.map { key, text in
            ConfigurationProblem(origin: origin(key), key: key, text: text)
        }
    }
}

/// Every rule that the settings break, not just the first: an operator mends them all at once.
public struct ConfigurationErrors: Error, Equatable, Sendable, CustomStringConvertible {
    /// In the order file, environment, flags, then the rules between keys.
    public let problems: [ConfigurationProblem]

    /// - Parameters: as the properties.
    package init(problems: [ConfigurationProblem]) {
        self.problems = problems
    }

    /// One line for each problem.
    public var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}

/// One rule that a setting breaks.
public struct ConfigurationProblem: Equatable, Sendable, CustomStringConvertible {
    /// Where the value was set.
    public let origin: ConfigurationOrigin
    /// The key, as in `limits.messageBytes`; empty when the file as a whole is at fault.
    public let key: String
    /// The expected value, and the actual one.
    public let text: String

    /// One line, as in
    /// `config/upford.yaml:12: limits.messageBytes: expected …, got "many"`.
    public var description: String {
        key.isEmpty ? "\(origin): \(text)" : "\(origin): \(key): \(text)"
    }
}

/// The result of reading the settings again.
public struct ConfigurationChange: Equatable, Sendable {
    /// Keys that have another value from now on.
    public internal(set) var changed: [String] = []
    /// Keys whose other value waits for a restart.
    public internal(set) var waiting: [String] = []
}

extension Configuration {
    /// These settings, with those of `wanted` that can change while the daemon runs.
    package func taking(_ wanted: Configuration) -> (Configuration, ConfigurationChange) {
        var next = self
        var change = ConfigurationChange()
        for key in ConfigurationKeys.all where key.text(in: wanted) != key.text(in: self) {
            switch key.effect {
            case .reload:
                key.copy(from: wanted, to: &next)
                change.changed.append(key.name)
            case .restart: change.waiting.append(key.name)
            }
        }
        if wanted.activities != activities { change.waiting.append("activities") }
        if wanted.identities != identities { change.waiting.append("identities") }
        return (next, change)
    }
}
