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
            case .json: try jsonUTF8Bytes(options: .sorted)
            case .binary: try serializedBytes(options: .sorted)
            }
        } catch {
            preconditionFailure("\(Self.protoMessageName) cannot be encoded: \(error)")
        }
    }
}

/// The members of a map come in one order: the same answer is the same bytes, with one ETag.
extension JSONEncodingOptions {
    fileprivate static let sorted = {
        var options = JSONEncodingOptions()
        options.useDeterministicOrdering = true
        return options
    }()
}

extension BinaryEncodingOptions {
    fileprivate static let sorted = {
        var options = BinaryEncodingOptions()
        options.useDeterministicOrdering = true
        return options
    }()
}
