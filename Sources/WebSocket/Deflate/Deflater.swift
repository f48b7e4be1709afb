/// Compresses messages for permessage-deflate, each by itself.
///
/// One serves all connections of a loop. A message for many is compressed once, and framed for
/// each whose window is as large as the message needs:
/// ```swift
/// let needed = Deflater.windowBits(forPayload: payload.count)
/// if let bytes = deflater.deflate(payload, windowBits: 15) {
///     for peer in peers where peer.terms.windowBits >= needed {
///         FrameWriter.append(.text, bytes, isDeflated: true, mask: nil, to: &peer.output)
///     }
/// }
/// ```
/// - Memory: 64 KiB; and for each size of window, from when it is first needed, 9 KiB for messages
///   up to 250 bytes, 62 KiB for those up to 8 KiB, 223 KiB for those over 16 KiB.
/// - Source: RFC 7692 §7.2.1.
public final class Deflater {
    /// Shorter messages go as they are: hardly anything is saved on them.
    ///
    /// Messages of a chat in JSON, compressed with level 1: of 100 bytes 87 are left after 5 µs, of
    /// 150 82 % after 8, of 256 60 % after 9, of 512 47 % after 13, of 1 KiB 37 % after 17, of 4
    /// KiB 27 % after 36, of 64 KiB 23 % after 375. To save packets rather than bytes, begin at 512
    /// or higher: a shorter message is one packet either way.
    public static let thresholdBytes = 150
    private static let bitsMin = 9
    private static let bitsMax = 15
    /// How far zlib stays away from the end of its window: its `MIN_LOOKAHEAD`.
    private static let unusedWindowBytes = 262

    private let level: Int32
    private let thresholdBytes: Int
    /// By window, from the smallest.
    private var streams: [DeflateStream?]
    private var output = ScratchBytes()

    /// A deflater that has compressed nothing yet.
    ///
    /// - Parameters:
    ///   - level: zlib's, 1…9. Under 1 KiB none shrinks more than 1; of 4 KiB 3 makes 27 % too,
    ///     and 6 25 % in 60 µs instead of 36; of 64 KiB 3 makes 21 % in 630 µs, 6 19 % in 1,400.
    ///   - thresholdBytes: what is shorter is not compressed.
    public init(level: Int32 = 1, thresholdBytes: Int = Deflater.thresholdBytes) {
        self.level = level
        self.thresholdBytes = thresholdBytes
        streams = Array(repeating: nil, count: Self.bitsMax - Self.bitsMin + 1)
    }

    /// The window, 9…15 bits, that a compressed message of `count` bytes needs at most.
    public static func windowBits(forPayload count: Int) -> UInt8 {
        let bits = (bitsMin..<bitsMax).first { count <= 1 << $0 - unusedWindowBytes }
        return UInt8(bits ?? bitsMax)
    }

    /// `payload` compressed, without the four bytes that end every message.
    ///
    /// The window is no larger than the message: the memory that zlib clears before each message
    /// grows with it.
    ///
    /// - Parameter windowBits: the receiver's, 8…15. Nothing is sent compressed into a window of 8
    ///   bits: zlib cannot keep to it.
    /// - Returns: bytes that are valid until the next call, while this lives; nil if the message is
    ///   better sent as it is, being short or not getting shorter.
    public func deflate(
        _ payload: UnsafeRawBufferPointer, windowBits: UInt8
    ) -> UnsafeRawBufferPointer? {
        let bits = Int(min(windowBits, Self.windowBits(forPayload: payload.count)))
        guard payload.count >= thresholdBytes, !payload.isEmpty,
            let stream = stream(windowBits: bits)
        else { return nil }
        output.shrink()
        output.reserve(payload.count + DeflateStream.tailBytes, keeping: 0)
        let room = output.rest(after: 0).prefix(payload.count + DeflateStream.tailBytes)
        let count = stream.deflate(payload, into: UnsafeMutableRawBufferPointer(rebasing: room))
        return count.map { output.prefix($0) }
    }

    private func stream(windowBits bits: Int) -> DeflateStream? {
        let index = bits - Self.bitsMin
        guard streams.indices.contains(index) else { return nil }
        if streams[index] == nil {
            streams[index] = DeflateStream(windowBits: Int32(bits), level: level)
        }
        return streams[index]
    }
}
