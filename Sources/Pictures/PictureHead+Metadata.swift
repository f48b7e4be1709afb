/// What a picture says beside its pixels: where and with what it was taken, and by whom.
extension PictureHead {
    /// Whether `bytes` have anything but what the pixels are made of and how they are to be shown;
    /// bytes behind the picture's end count, too.
    ///
    /// - Parameter bytes: of a picture that ``init(_:)`` has taken.
    /// - Complexity: linear in the bytes.
    public static func hasMetadata(_ bytes: [UInt8]) -> Bool { withoutMetadata(bytes) != bytes }

    /// The same picture without it: no pixel is touched. One that is shown turned only because its
    /// metadata say so comes out as it was stored.
    public static func withoutMetadata(_ bytes: [UInt8]) -> [UInt8] {
        let view = ByteView(bytes: bytes[...])
        if view.isPNG { return shownOnly(ofPNG: view) }
        return view.byte(at: 0) == 0xFF ? shownOnly(ofJPEG: view) : shownOnly(ofWebP: view)
    }

    /// - Source: PNG §11.2, §11.3: pixels, and how their colours are meant.
    private static let shownChunks: [StaticString] = [
        "IHDR", "PLTE", "tRNS", "IDAT", "IEND", "gAMA", "cHRM", "sRGB", "sBIT", "bKGD", "pHYs",
    ]

    private static func shownOnly(ofPNG view: ByteView) -> [UInt8] {
        var shown = PNGChunks.signature
        for chunk in PNGChunks(view) where shownChunks.contains(where: chunk.isCalled) {
            shown += chunk.whole.bytes
        }
        return shown
    }

    /// Segments but for APP1 to APP15 (Exif, XMP, profiles, IPTC) and comments; of APP0 only what
    /// JFIF says itself, without a thumbnail. APP14 of Adobe says how colours are coded.
    ///
    /// - Source: ITU-T T.81 §B.1.1; T.871 §10.
    private static func shownOnly(ofJPEG view: ByteView) -> [UInt8] {
        var shown = Array(view.bytes.prefix(2))
        var offset = 2
        while let marker = view.byte(at: offset + 1), view.byte(at: offset) == 0xFF {
            if marker == 0xFF {
                offset += 1
                continue
            }
            guard marker != 0xD9, let length = view.number(2, at: offset + 2),
                let segment = view.part(at: offset, count: length + 2)
            else { break }
            if isShown(marker, segment) { shown += segment.bytes }
            offset += length + 2
            if marker == 0xDA {
                let end = scanEnd(view, offset)
                shown += view.part(at: offset, count: end - offset)?.bytes ?? []
                offset = end
            }
        }
        return shown + [0xFF, 0xD9]
    }

    private static func isShown(_ marker: UInt8, _ segment: ByteView) -> Bool {
        switch marker {
        case 0xFE: false
        case 0xE0: segment.holds("JFIF\0", at: 4) && segment.count == 18
        case 0xEE: segment.holds("Adobe", at: 4) && segment.count == 16
        case 0xE1...0xEF: false
        default: true
        }
    }

    /// Where the marker behind the data of a scan is, or the end.
    static func scanEnd(_ view: ByteView, _ start: Int) -> Int {
        var offset = start
        while let byte = view.byte(at: offset) {
            if byte == 0xFF, let next = view.byte(at: offset + 1), next != 0x00,
                !(0xD0...0xD7).contains(next), next != 0xFF
            {
                return offset
            }
            offset += 1
        }
        return offset
    }

    /// Chunks of pixels; the flags of VP8X say that there are no others.
    ///
    /// - Source: RFC 9649 §2.7.
    private static func shownOnly(ofWebP view: ByteView) -> [UInt8] {
        guard let riff = view.number(4, at: 4, .little),
            let file = view.part(at: 0, count: riff + 8)
        else { return [] }
        var chunks: [UInt8] = []
        var offset = 12
        while offset < file.count, let length = file.number(4, at: offset + 4, .little),
            let whole = file.part(
                at: offset, count: min(8 + length + length % 2, file.count - offset))
        {
            if file.holds("VP8X", at: offset) {
                var bytes = Array(whole.bytes)
                // Colour profile, Exif and XMP.
                bytes[8] &= ~0x2C
                chunks += bytes
            } else if file.holds("VP8 ", at: offset) || file.holds("VP8L", at: offset)
                || file.holds("ALPH", at: offset)
            {
                chunks += whole.bytes
            }
            offset += 8 + length + length % 2
        }
        let size = UInt32(clamping: chunks.count + 4)
        let digits = (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
        return Array("RIFF".utf8) + digits + Array("WEBP".utf8) + chunks
    }
}
