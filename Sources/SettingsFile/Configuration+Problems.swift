public import Settings

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
