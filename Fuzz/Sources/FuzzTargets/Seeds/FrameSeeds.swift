import WebSocket

/// Frames to begin with: each kind once, what the limits turn on, and what is refused.
enum FrameSeeds {
    static let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]

    static func all(to role: Role) -> [[UInt8]] {
        let close: [UInt8] = [0x03, 0xE8] + Array("bye".utf8)
        let mixed =
            frame(0x01, "Gr".utf8, to: role) + frame(0x89, "are you there".utf8, to: role)
            + frame(0x00, [0xC3], to: role) + frame(0x80, [0xBC], to: role)
        return [
            frame(0x81, "Grüße 🫖".utf8, to: role),
            frame(0x82, [0, 1, 2, 0xFF], to: role),
            mixed,
            frame(0x89, [], to: role) + frame(0x8A, "x".utf8, to: role),
            frame(0x88, close, to: role) + frame(0x81, "after".utf8, to: role),
            frame(0x88, [], to: role),
            frame(0x88, [0x03], to: role),
            frame(0x88, [0x03, 0xED], to: role),
            frame(0x82, Array(repeating: 7, count: 126), to: role),
            frame(0x02, Array(repeating: 8, count: 40), to: role) + frame(0x80, [], to: role),
            frame(0x81, [0xED, 0xA0, 0x80], to: role),
            frame(0x00, [], to: role),
            frame(0x01, [], to: role) + frame(0x01, [], to: role),
            Array(repeating: frame(0x02, [], to: role), count: 1).flatMap(\.self)
                + Array(repeating: frame(0x00, [1], to: role), count: 4).flatMap(\.self),
            [0x82, role == .server ? 0xFF : 0x7F, 0, 0, 0, 0, 0, 1, 0, 0],
            [0x82, role == .server ? 0xFF : 0x7F] + Array(repeating: 0xFF, count: 8),
            frame(0xC1, [0x4A, 0x4C, 0x04, 0x00], to: role),
            frame(0x41, [0xF2, 0x48], to: role) + frame(0x89, [], to: role)
                + frame(0x80, [0xCD, 0xC9, 0xC9, 0x07, 0x00], to: role) + frame(0xC2, [], to: role),
            frame(0x42, [0xF2], to: role) + frame(0xC0, [0x00], to: role),
            [0x83, 0x00], [0x09, 0x80], [0x89, 0xFE],
        ]
    }

    /// A frame whose length fits its payload, masked if it goes to a server.
    static func frame(_ first: UInt8, _ payload: some Sequence<UInt8>, to role: Role) -> [UInt8] {
        let payload = Array(payload)
        let length: [UInt8] =
            payload.count < 126
            ? [UInt8(payload.count)]
            : [126, UInt8(payload.count >> 8 & 0xFF), UInt8(payload.count & 0xFF)]
        guard role == .server else { return [first] + length + payload }
        let masked = payload.enumerated().map { $1 ^ key[$0 % 4] }
        return [first, length[0] | 0x80] + length.dropFirst() + key + masked
    }
}
