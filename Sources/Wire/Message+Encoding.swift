public import SwiftProtobuf

extension Message {
    /// This message, which our own code has built, as it goes on the wire.
    ///
    /// Traps when it cannot be encoded: strings are valid, and every time and duration that we
    /// make is one that JSON can say, so that would be an error of ours, which nobody would see in
    /// an empty message. What a peer has built, or the store has kept, is encoded with `try`.
    public func builtBytes(_ format: WireFormat) -> [UInt8] {
        do {
            return switch format {
            case .json: try jsonUTF8Bytes()
            case .binary: try serializedBytes()
            }
        } catch {
            preconditionFailure("\(Self.protoMessageName) cannot be encoded: \(error)")
        }
    }
}
