import SwiftProtobuf
package import Wire

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

extension ServerMessage {
    /// Reads a message; what a newer server says beyond our schema is left out.
    ///
    /// - Returns: nil when the bytes are no message at all.
    package init?(_ bytes: [UInt8], _ format: WireFormat) {
        var options = JSONDecodingOptions()
        options.ignoreUnknownFields = true
        do {
            switch format {
            case .json: try self.init(jsonUTF8Bytes: bytes, options: options)
            case .binary: try self.init(serializedBytes: bytes)
            }
        } catch {
            return nil
        }
    }
}

extension CommandError {
    /// What the server would have said, had we sent it.
    static func tooLarge(byteCount: Int, limit: Int) -> Self {
        var error = Self()
        error.code = .tooLarge
        error.message = "message of \(byteCount) bytes, limit \(limit)"
        return error
    }
}
