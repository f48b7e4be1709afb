/// How messages are written on one connection: chosen by the WebSocket subprotocol.
public enum WireFormat: Sendable, CaseIterable {
    /// proto3 JSON in text frames: the default.
    case json
    /// proto3 binary in binary frames: subprotocol `upfor.v1.binary`.
    case binary

    /// The subprotocol that asks for this format; JSON needs none, but has a name too.
    public var subprotocol: String {
        switch self {
        case .json: "upfor.v1.json"
        case .binary: "upfor.v1.binary"
        }
    }

    /// The format that a negotiated subprotocol stands for.
    public init?(subprotocol: String?) {
        switch subprotocol {
        case nil, WireFormat.json.subprotocol: self = .json
        case WireFormat.binary.subprotocol: self = .binary
        default: return nil
        }
    }
}
