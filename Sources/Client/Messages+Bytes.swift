import SwiftProtobuf
import Wire

extension ClientMessage {
    /// This message as it goes on the wire.
    func bytes(_ format: WireFormat) throws(ClientError) -> [UInt8] {
        do {
            return switch format {
            case .json: try jsonUTF8Bytes()
            case .binary: try serializedBytes()
            }
        } catch {
            throw .violation("the command cannot be written as a message")
        }
    }
}

extension CommandError {
    /// What the server would have said, had we sent it.
    static func tooLarge(byteCount: Int, limit: Int) -> Self {
        var error = Self()
        error.code = .tooLarge
        error.field = "message"
        error.message = "expected at most \(limit) bytes, got \(byteCount)"
        return error
    }
}
