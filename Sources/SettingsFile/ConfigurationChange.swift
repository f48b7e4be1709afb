package import Settings

/// What reading the settings again has come to.
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
