internal import Glibc

/// The event log cannot be written to.
public struct EventSinkError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file that was to be opened.
    public let path: String
    /// `errno` of the attempt.
    public let errorNumber: Int32

    /// One line for the operator.
    public var description: String {
        "\(path): \(String(cString: strerror(errorNumber)))"
    }
}
