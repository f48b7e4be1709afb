/// Why a dictionary cannot be used.
public struct LexiconFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Kind: Equatable, Sendable {
        /// There is no such file, or it cannot be opened.
        case missing
        /// It is something else.
        case foreign
        /// Its end is missing.
        case cutOff
        /// Another version of the program has made it.
        case version
        /// It has been damaged.
        case damaged
    }

    /// What is wrong.
    public let kind: Kind
    /// The same for an operator, with the file's name.
    public let description: String

    /// - Parameters: as the properties.
    public init(_ kind: Kind, _ description: String) {
        (self.kind, self.description) = (kind, description)
    }
}
