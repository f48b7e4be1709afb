import WebSocket

extension FrameWriter {
    /// What all frames of a load are masked by, or begin from: a generator has no secrets to hide.
    static let loadMask: UInt32 = 0x37FA_213D

    /// Appends a client's goodbye.
    static func appendGoodbye(to output: inout [UInt8]) {
        appendClose(.normal, mask: loadMask, to: &output)
    }
}
