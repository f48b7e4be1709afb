import Settings

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
