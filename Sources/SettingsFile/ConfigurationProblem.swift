import Settings

/// One rule that a setting breaks.
public struct ConfigurationProblem: Equatable, Sendable, CustomStringConvertible {
    /// Where the value was set.
    public let origin: ConfigurationOrigin
    /// The key, as in `limits.messageBytes`; empty when the file as a whole is at fault.
    public let key: String
    /// What was expected, and what was found.
    public let text: String

    /// One line, as in
    /// `config/upford.yaml:12: limits.messageBytes: expected …, got "many"`.
    public var description: String {
        key.isEmpty ? "\(origin): \(text)" : "\(origin): \(key): \(text)"
    }
}
