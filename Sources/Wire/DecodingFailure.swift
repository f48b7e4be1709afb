/// Why the bytes of a command could not be understood. It becomes the answer to that command;
/// the connection lives.
public struct DecodingFailure: Error, Equatable, Sendable {
    /// The reason in the terms of the wire.
    public let code: ErrorCode
    /// The field at fault, as a path from the command; empty when it is the message as a whole.
    public let field: String
    /// One sentence: what was expected.
    public let message: String
    /// The command's id, when that much could be read; else 0.
    public var id: UInt32 = 0

    /// A failure of the field at `field`.
    public init(_ code: ErrorCode, field: String = "", _ message: String) {
        self.code = code
        self.field = field
        self.message = message
    }
}
