extension PictureHead {
    /// Each scan goes over the whole picture: some 25,000 of them fit into a mebibyte, and would
    /// take minutes. Encoders write 10.
    static let scansMax = 64

    /// Segment by segment, over the compressed data too. A picture without an end was cut off;
    /// what comes behind the end is nobody's.
    static func jpeg(_ view: ByteView) throws(PictureFailure) -> PictureHead {
        var size: (width: Int?, height: Int?)?
        var orientation: Orientation?
        var scanCount = 0
        var offset = 2
        while let marker = marker(view, &offset) {
            if marker == 0xD9 {
                guard scanCount > 0 else { throw .broken }
                return try PictureHead(
                    .jpeg, width: size?.width, height: size?.height, orientation ?? .upright)
            }
            guard let length = view.number(2, at: offset), length >= 2,
                let segment = view.part(at: offset + 2, count: length - 2)
            else { throw .broken }
            offset += length
            switch marker {
            case 0xC0...0xC2:
                guard size == nil else { throw .broken }
                size = (segment.number(2, at: 3), segment.number(2, at: 1))
            case 0xDA:
                scanCount += 1
                guard scanCount <= scansMax else { throw .broken }
                skipScan(view, &offset)
            case 0xE1 where orientation == nil && segment.holds("Exif\0\0", at: 0):
                orientation = Orientation(exif: segment)
            // Lossless, hierarchical and arithmetic coding: nobody draws so, and a decoder of
            // arithmetic codes makes up bytes behind the end for ever.
            case 0xC3, 0xC5...0xCF: throw .broken
            case 0x00, 0x01, 0xD0...0xD8: throw .broken
            default: break
            }
        }
        throw .broken
    }

    /// The marker at `offset`, which is moved behind it; nothing may lie in between but fill bytes.
    private static func marker(_ view: ByteView, _ offset: inout Int) -> UInt8? {
        guard view.byte(at: offset) == 0xFF else { return nil }
        while view.byte(at: offset) == 0xFF { offset += 1 }
        defer { offset += 1 }
        return view.byte(at: offset)
    }

    /// To the marker behind a scan: in it 0xFF is followed by 0, or restarts the decoder.
    private static func skipScan(_ view: ByteView, _ offset: inout Int) {
        let bytes = view.bytes
        var index = bytes.startIndex + offset
        while index + 1 < bytes.endIndex {
            if bytes[index] == 0xFF {
                switch bytes[index + 1] {
                case 0x00, 0xD0...0xD7: index += 1
                case 0xFF: break
                default:
                    offset = index - bytes.startIndex
                    return
                }
            }
            index += 1
        }
        offset = view.count
    }
}
