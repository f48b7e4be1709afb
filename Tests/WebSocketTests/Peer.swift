import WebSocket

/// The other end of an endpoint, which frames as it likes: what it sends need not be right.
struct Peer {
    /// What the endpoint is that it talks to.
    let endpoint: Role

    static let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]

    /// A frame with `first` as its first byte and the shortest length that holds the payload,
    /// masked if it goes to a server.
    func frame(_ first: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
        let length: [UInt8] =
            switch payload.count {
            case ...125: [UInt8(payload.count)]
            case ...65_535: [126] + bigEndian(payload.count, byteCount: 2)
            default: [127] + bigEndian(payload.count, byteCount: 8)
            }
        return frame(first, length: length, payload)
    }

    func frame(_ first: UInt8, _ text: String) -> [UInt8] {
        frame(first, Array(text.utf8))
    }

    /// A frame whose length is written as `length`, whatever the payload has.
    func frame(_ first: UInt8, length: [UInt8], _ payload: [UInt8] = []) -> [UInt8] {
        guard endpoint == .server else { return [first] + length + payload }
        let masked = payload.enumerated().map { $1 ^ Self.key[$0 % 4] }
        return [first, length[0] | 0x80] + length.dropFirst() + Self.key + masked
    }

    /// A close frame with this code and reason.
    func close(_ code: UInt16, _ reason: [UInt8] = []) -> [UInt8] {
        frame(0x88, bigEndian(Int(code), byteCount: 2) + reason)
    }

    private func bigEndian(_ number: Int, byteCount: Int) -> [UInt8] {
        (0..<byteCount).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
