/// Why certificates, keys or roots of trust cannot be used: one line for whoever configured them.
public struct TLSError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong with which file.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
