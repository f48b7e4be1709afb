import HTTPTypes
import WebSocket

/// A loop's compressor and decompressor for permessage-deflate: one of each, for all its
/// connections.
struct Compression {
    let inflater = Inflater()
    private let deflater: Deflater
    /// The last compressed message and its result, which lies in the deflater.
    private var last: (payload: [UInt8], windowBits: UInt8, deflated: UnsafeRawBufferPointer?)?

    /// - Parameter leastBytes: smaller messages are sent as they are.
    init(leastBytes: Int = Deflater.thresholdBytes) {
        deflater = Deflater(thresholdBytes: leastBytes)
    }

    /// A message compressed, for a connection on these terms.
    ///
    /// A message to many is compressed for the first of them: the others get the very same bytes.
    ///
    /// - Returns: bytes that are valid until the next call; nil if the message is better sent as
    ///   it is.
    mutating func deflated(
        _ payload: [UInt8], on terms: DeflateTerms
    ) -> UnsafeRawBufferPointer? {
        let windowBits = min(terms.windowBits, Deflater.windowBits(forPayload: payload.count))
        if let last, last.windowBits == windowBits, last.payload == payload {
            return last.deflated
        }
        let deflated = payload.withUnsafeBytes { deflater.deflate($0, windowBits: windowBits) }
        last = (payload, windowBits, deflated)
        return deflated
    }

    /// Bytes that go to one connection alone, compressed.
    mutating func deflated(
        _ payload: UnsafeRawBufferPointer, on terms: DeflateTerms
    ) -> UnsafeRawBufferPointer? {
        last = nil
        return deflater.deflate(payload, windowBits: terms.windowBits)
    }
}

extension HTTPRequest {
    /// Whether the client would keep to our terms of compression.
    ///
    /// Tornado's client overlooks parameters without a value, `client_no_context_takeover` among
    /// them: what it sends refers to messages that we have forgotten, and would have to be
    /// refused. Without compression it works.
    ///
    /// - Source: seen with tornado 6.5 and 6.6, in `httputil._parse_header`.
    var keepsDeflateTerms: Bool {
        headerFields[.userAgent]?.hasPrefix("Tornado/") != true
    }
}
