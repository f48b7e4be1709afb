/// Why the daemon did not start: one line for the administrator.
public struct StartFailure: Error, CustomStringConvertible, Sendable {
    /// The line.
    public let description: String

    /// - Parameter description: one line.
    public init(_ description: String) {
        self.description = description
    }
}
