/// What a picture file declares, read from its bytes alone before anything is decoded, whatever its
/// name.
///
/// The whole structure is walked, once. So a file that is too big, animated, or would keep a
/// decoder busy for minutes is refused at the price of that walk.
public struct PictureHead: Equatable, Sendable {
    /// The accepted formats.
    public enum Kind: Equatable, Sendable {
        /// Source: ITU-T T.81.
        case jpeg
        /// Source: W3C PNG, third edition.
        case png
        /// Source: RFC 9649.
        case webp
    }

    /// The greatest width and height of what is decoded here: 64 MiB then.
    public static let sideMax = PictureLimits.here.sideMax

    /// The format.
    public let kind: Kind
    /// In pixels, within its limits, before it is turned.
    public let width: Int
    /// In pixels, within its limits, before it is turned.
    public let height: Int
    let orientation: Orientation

    /// Reads what `bytes` begin with, and walks to the end.
    ///
    /// - Complexity: linear in the bytes.
    public init(
        _ bytes: [UInt8], within limits: PictureLimits = .here
    ) throws(PictureFailure) {
        let view = ByteView(bytes: bytes[...])
        if view.isPNG {
            self = try Self.png(view)
        } else if view.isJPEG {
            self = try Self.jpeg(view)
        } else if view.holds("RIFF", at: 0), view.holds("WEBP", at: 8) {
            self = try Self.webp(view, within: limits)
        } else {
            throw .unknownKind
        }
        try requireSize(within: limits)
    }

    private func requireSize(within limits: PictureLimits) throws(PictureFailure) {
        guard max(width, height) <= limits.sideMax, width * height <= limits.pixelsMax else {
            throw .tooManyPixels
        }
    }

    /// Reads what a JPEG or PNG declares before its pixels, whatever follows.
    ///
    /// - Parameter bytes: the beginning of the file. Files that ``Picture`` has written declare it
    ///   within a kibibyte.
    public init(beginningOf bytes: [UInt8]) throws(PictureFailure) {
        let view = ByteView(bytes: bytes[...])
        if view.isPNG {
            var chunks = PNGChunks(view)
            guard let header = chunks.next() else { throw .broken }
            self = try Self.png(header, .upright)
        } else if view.isJPEG {
            self = try Self.jpegFrame(view)
        } else {
            throw .unknownKind
        }
    }

    private init(
        _ kind: Kind, width: Int?, height: Int?, _ orientation: Orientation
    ) throws(PictureFailure) {
        // No format can state more, and no product of two overflows.
        guard let width, let height, (1...Int(Int32.max)).contains(width),
            (1...Int(Int32.max)).contains(height)
        else { throw .broken }
        (self.kind, self.width, self.height) = (kind, width, height)
        self.orientation = orientation
    }
}

/// How large a picture may be that is decoded.
public struct PictureLimits: Equatable, Sendable {
    /// The greatest width and height.
    public let sideMax: Int
    /// The most pixels.
    public let pixelsMax: Int
    /// The greatest width and height of a lossless WebP. It may have a group of codes for each tile
    /// of 4 by 4 pixels, and a decoder keeps some 5.5 KiB for each group, however small the file
    /// is: 93 MiB for 512 by 512.
    public let losslessSideMax: Int

    /// In a process whose memory is for other things, too.
    public static let here = PictureLimits(
        sideMax: 4_096, pixelsMax: 4_096 * 4_096, losslessSideMax: 512)
    /// In a process of its own, whose address space bounds what a decoder can take. So many pixels
    /// are 8192 by 6144: the largest sensors of phones. A panorama has longer sides.
    public static let confined = PictureLimits(
        sideMax: 16_384, pixelsMax: 8_192 * 6_144, losslessSideMax: 4_096)
}

extension PictureHead {
    /// The most scans. Each covers the whole picture: some 25,000 of them fit into a mebibyte, and
    /// would take minutes. Encoders write 10.
    static let scansMax = 64

    /// The size in the first frame; no pixels may be before it.
    private static func jpegFrame(_ view: ByteView) throws(PictureFailure) -> PictureHead {
        var offset = 2
        while let marker = marker(view, &offset) {
            guard let length = view.number(2, at: offset), length >= 2, marker != 0xDA,
                let segment = view.part(at: offset + 2, count: length - 2)
            else { throw .broken }
            offset += length
            guard (0xC0...0xC2).contains(marker) else { continue }
            return try PictureHead(
                .jpeg, width: segment.number(2, at: 3), height: segment.number(2, at: 1), .upright)
        }
        throw .broken
    }

    /// Walks the segments and the compressed data. A picture without an end was cut off; bytes
    /// behind the end are ignored.
    private static func jpeg(_ view: ByteView) throws(PictureFailure) -> PictureHead {
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
            // Lossless, hierarchical and arithmetic coding: no usual encoder writes them, and a
            // decoder of arithmetic codes makes up bytes behind the end for ever.
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

extension ByteView {
    /// Source: PNG §5.2.
    var isPNG: Bool {
        part(at: 0, count: 8)?.bytes.elementsEqual(PNGChunks.signature) ?? false
    }

    /// Source: ITU-T T.81 §B.1.1.3, the start of an image.
    fileprivate var isJPEG: Bool { byte(at: 0) == 0xFF && byte(at: 1) == 0xD8 }
}

/// The chunks of a PNG, up to the last: each a length, a name, data and a checksum.
struct PNGChunks: Sequence, IteratorProtocol {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    struct Chunk {
        let name: ByteView
        let data: ByteView
        /// With all that belongs to it.
        let whole: ByteView

        func isCalled(_ name: StaticString) -> Bool { self.name.holds(name, at: 0) }
    }

    /// The most chunks. For each one that it cannot decode libpng writes a line to stderr, even
    /// when the caller has turned warnings off. Encoders put 8 KiB or more into one.
    static let countMax = 1_024

    private let view: ByteView
    private var offset = signature.count
    private var count = 0
    /// Whether the last chunk was there, and whole.
    private(set) var isComplete = false

    init(_ view: ByteView) {
        self.view = view
    }

    mutating func next() -> Chunk? {
        guard !isComplete, count < Self.countMax, let length = view.number(4, at: offset),
            let name = view.part(at: offset + 4, count: 4),
            let data = view.part(at: offset + 8, count: length),
            let whole = view.part(at: offset, count: length + 12)
        else { return nil }
        offset += length + 12
        count += 1
        let chunk = Chunk(name: name, data: data, whole: whole)
        isComplete = chunk.isCalled("IEND")
        return chunk
    }
}

extension PictureHead {
    private static func png(_ view: ByteView) throws(PictureFailure) -> PictureHead {
        var chunks = PNGChunks(view)
        guard let header = chunks.next() else { throw .broken }
        var orientation = Orientation.upright
        while let chunk = chunks.next() {
            if chunk.isCalled("eXIf") { orientation = Orientation(tiff: chunk.data) }
        }
        guard chunks.isComplete else { throw .broken }
        return try png(header, orientation)
    }

    private static func png(
        _ header: PNGChunks.Chunk, _ orientation: Orientation
    ) throws(PictureFailure) -> PictureHead {
        guard header.isCalled("IHDR"), header.data.count == 13 else { throw .broken }
        return try PictureHead(
            .png, width: header.data.number(4, at: 0), height: header.data.number(4, at: 4),
            orientation)
    }

    /// Keeps only the chunks of the pixels: a compressed text of a few kilobytes may be megabytes,
    /// and a decoder keeps all such texts.
    static func pixelsOnly(ofPNG bytes: [UInt8]) -> [UInt8] {
        var pixels = PNGChunks.signature
        for chunk in PNGChunks(ByteView(bytes: bytes[...]))
        where ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"].contains(where: chunk.isCalled) {
            pixels += chunk.whole.bytes
        }
        return pixels
    }
}

extension PictureHead {
    /// The greatest width and height of a lossless WebP that is decoded here.
    public static let losslessSideMax = PictureLimits.here.losslessSideMax

    /// Walks the chunks: all statements of the size must agree.
    private static func webp(
        _ view: ByteView, within limits: PictureLimits
    ) throws(PictureFailure) -> PictureHead {
        guard let riff = view.number(4, at: 4, .little),
            let file = view.part(at: 0, count: riff + 8)
        else { throw .broken }
        var size: (width: Int, height: Int)?
        var orientation = Orientation.upright
        var hasPixels = false
        var isLossless = false
        var offset = 12
        while offset < file.count {
            guard let length = file.number(4, at: offset + 4, .little),
                let data = file.part(at: offset + 8, count: length)
            else { throw .broken }
            if file.holds("ANIM", at: offset) || file.holds("ANMF", at: offset) {
                throw .animated
            }
            if file.holds("EXIF", at: offset) { orientation = Orientation(exif: data) }
            if file.holds("VP8 ", at: offset) || file.holds("VP8L", at: offset) {
                guard !hasPixels else { throw .broken }
                hasPixels = true
            }
            // Transparency is coded losslessly, too.
            if file.holds("VP8L", at: offset) || file.holds("ALPH", at: offset) {
                isLossless = true
            }
            if let stated = try stated(by: data, file, offset) {
                guard size == nil || size.map({ $0 == stated }) == true else { throw .broken }
                size = stated
            }
            offset += 8 + length + length % 2
        }
        guard hasPixels else { throw .broken }
        let head = try PictureHead(
            .webp, width: size?.width, height: size?.height, orientation)
        try head.requireSize(within: limits)
        guard !isLossless || max(head.width, head.height) <= limits.losslessSideMax else {
            throw .tooManyLosslessPixels
        }
        return head
    }

    /// The size that one chunk states; nil when it states none.
    private static func stated(
        by data: ByteView, _ file: ByteView, _ offset: Int
    ) throws(PictureFailure) -> (width: Int, height: Int)? {
        if file.holds("VP8X", at: offset) {
            guard let flags = data.byte(at: 0), let width = data.number(3, at: 4, .little),
                let height = data.number(3, at: 7, .little)
            else { throw .broken }
            guard flags & 0x02 == 0 else { throw .animated }
            return (width + 1, height + 1)
        }
        if file.holds("VP8L", at: offset) {
            guard data.byte(at: 0) == 0x2F, let bits = data.number(4, at: 1, .little) else {
                throw .broken
            }
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        }
        if file.holds("VP8 ", at: offset) {
            // RFC 6386 §9.1: a key frame, its start code, and its size without scaling hints.
            guard let tag = data.byte(at: 0), tag & 1 == 0,
                data.number(3, at: 3) == 0x9D012A,
                let width = data.number(2, at: 6, .little),
                let height = data.number(2, at: 8, .little)
            else { throw .broken }
            return (width & 0x3FFF, height & 0x3FFF)
        }
        return nil
    }
}
