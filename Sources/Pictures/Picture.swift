import CZlib

/// A small picture whose every byte we have written: of the original file only its appearance is
/// left.
public struct Picture: Equatable, Sendable {
    /// The file format.
    public enum Form: String, Sendable {
        case jpeg = "jpg"
        case png
    }

    /// JPEG, or PNG for a transparent picture.
    public let form: Form
    /// The file.
    public let bytes: [UInt8]

    /// The greatest width and height.
    public static let sideMax = 512
    /// The most bytes of a picture; one with much noise is scaled down to fit.
    public static let bytesMax = 65_536

    /// Decodes a user's file into a square picture, turned upright.
    ///
    /// - Throws: why it is no picture, mostly without decoding anything.
    /// - Complexity: see docs/decisions/0013 for the cost: not on a loop.
    public init(of file: [UInt8]) throws(PictureFailure) {
        let head = try PictureHead(file)
        let whole = try Canvas.decoded(file, head)
        let cut = try whole.square(sideMax: Self.sideMax)
        let square = head.orientation == .upright ? cut : try cut.turned(head.orientation)
        form = head.kind != .jpeg && square.isTransparent ? .png : .jpeg
        var bytes = try square.encoded(form)
        for sideMax in [384, 256, 192, 160, 128, 96] where bytes.count > Self.bytesMax {
            bytes = try square.square(sideMax: sideMax).encoded(form)
        }
        guard bytes.count <= Self.bytesMax else { throw .broken }
        self.bytes = bytes
    }

    /// The greatest width and height of a whole picture.
    public static let fittedSideMax = 1_280
    /// The most bytes of a whole picture.
    public static let fittedBytesMax = 262_144

    /// Decodes a user's file into a whole picture, turned upright.
    ///
    /// - Throws: why it is no picture, mostly without decoding anything.
    public init(fitting file: [UInt8]) throws(PictureFailure) {
        let head = try PictureHead(file)
        let whole = try Canvas.fitted(file, head, sideMax: Self.fittedSideMax)
        let fitted = try FittedPicture(whole, of: head.kind, bytesMax: Self.fittedBytesMax)
        (form, bytes) = (fitted.form, fitted.bytes)
    }
}

/// A whole picture whose every byte we have written, and its size.
public struct FittedPicture: Equatable, Sendable {
    /// JPEG, or PNG for a transparent picture.
    public let form: Picture.Form
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// The file.
    public let bytes: [UInt8]

    /// How large a picture may become.
    public struct Bounds: Equatable, Sendable {
        /// The greatest width and height.
        public let sideMax: Int
        /// The most bytes; a picture with much noise is scaled down to fit.
        public let bytesMax: Int

        /// - Parameters: as the properties.
        public init(sideMax: Int, bytesMax: Int) {
            (self.sideMax, self.bytesMax) = (sideMax, bytesMax)
        }
    }

    /// Decodes a user's file once, turns it upright, and fits it into each of the bounds.
    ///
    /// - Parameter bounds: each is made of the picture before it, so the largest comes first.
    /// - Throws: why it is no picture, mostly without decoding anything.
    /// - Memory: four bytes for each pixel of the file, and what its decoder takes: twice as much
    ///   again for a progressive JPEG.
    public static func all(
        of file: [UInt8], within limits: PictureLimits, fitting bounds: [Bounds]
    ) throws(PictureFailure) -> [FittedPicture] {
        let head = try PictureHead(file, within: limits)
        var canvas = try Canvas.fitted(file, head, sideMax: bounds.first?.sideMax ?? 1)
        var all: [FittedPicture] = []
        for bounds in bounds {
            if canvas.side > bounds.sideMax { canvas = try canvas.fitted(sideMax: bounds.sideMax) }
            all.append(try FittedPicture(canvas, of: head.kind, bytesMax: bounds.bytesMax))
        }
        return all
    }

    /// Sides that are tried until a picture has few enough bytes.
    private static let sides = [
        2_048, 1_536, 1_280, 1_024, 768, 512, 384, 256, 192, 128, 96, 64,
    ]

    /// - Parameter kind: of the file that the canvas was decoded from.
    fileprivate init(
        _ canvas: borrowing Canvas, of kind: PictureHead.Kind, bytesMax: Int
    ) throws(PictureFailure) {
        form = kind != .jpeg && canvas.isTransparent ? .png : .jpeg
        var bytes = try canvas.encoded(form)
        var (width, height) = (canvas.width, canvas.height)
        for sideMax in Self.sides where bytes.count > bytesMax && sideMax < canvas.side {
            let smaller = try canvas.fitted(sideMax: sideMax)
            bytes = try smaller.encoded(form)
            (width, height) = (smaller.width, smaller.height)
        }
        guard bytes.count <= bytesMax else { throw .broken }
        (self.bytes, self.width, self.height) = (bytes, width, height)
    }
}

extension Canvas {
    /// Decodes a file, makes it small enough, and turns it upright. The large one is gone then.
    fileprivate static func fitted(
        _ file: [UInt8], _ head: PictureHead, sideMax: Int
    ) throws(PictureFailure) -> Canvas {
        let decoded = try Canvas.decoded(file, head)
        let small = try decoded.fitted(sideMax: sideMax)
        return head.orientation == .upright ? small : try small.turned(head.orientation)
    }
}

extension Picture {
    /// Checks a file that is to be served unchanged: it can be decoded, and contains nothing but
    /// the picture. Every byte must be needed to draw it.
    ///
    /// - Parameter file: without metadata, which decoding does not need.
    /// - Throws: why it is refused; `broken` for parts that are misplaced, of a wrong length,
    ///   repeated or unused, and for bytes behind the last pixel.
    /// - Complexity: it is decoded as for ``init(of:)``: once; a WebP three or four times. Not on a
    ///   loop.
    public static func check(_ file: [UInt8]) throws(PictureFailure) {
        let head = try PictureHead(file)
        switch head.kind {
        case .png: try WholePNG(file).check()
        case .jpeg: try WholeJPEG.check(ByteView(bytes: file[...]))
        case .webp: try WholeWebP(ByteView(bytes: file[...])).check(head)
        }
        _ = try Canvas.decoded(file, head, isStrict: true)
    }
}

/// A PNG, checked to its last bit: decoders accept many errors.
///
/// - Source: PNG §5.3 to §5.6, §7.2, §8, §10.
private struct WholePNG {
    private let bytes: [UInt8]
    private var pixels: [ArraySlice<UInt8>] = []
    private var header = ByteView(bytes: [])
    /// The lengths of the other chunks so far.
    private var seen: [String: Int] = [:]

    init(_ bytes: [UInt8]) throws(PictureFailure) {
        self.bytes = bytes
        var chunks = PNGChunks(ByteView(bytes: bytes[...]))
        var (count, end, pixelsEnd) = (0, PNGChunks.signature.count, 0)
        while let chunk = chunks.next() {
            count += 1
            end += chunk.whole.count
            guard chunk.hasChecksum, chunk.isCalled("IHDR") == (count == 1) else { throw .broken }
            if count == 1 {
                header = chunk.data
            } else if chunk.isCalled("IDAT") {
                guard pixels.isEmpty || pixelsEnd == count - 1 else { throw .broken }
                pixels.append(chunk.data.bytes)
                pixelsEnd = count
            } else if chunk.isCalled("IEND") {
                guard chunk.data.count == 0 else { throw .broken }
            } else {
                try take(chunk)
            }
        }
        guard chunks.isComplete, end == bytes.count, hasPalette == (kind == 3) else {
            throw .broken
        }
    }

    /// How the colours of a pixel are said: 0 in greys, 2 in colours, 3 by a palette; and 4 more
    /// where each says how far one sees through it.
    private var kind: UInt8 { header.byte(at: 9) ?? 0 }

    /// The bytes of the palette; 0 before it.
    private var paletteCount: Int { seen["PLTE"] ?? 0 }
    private var hasPalette: Bool { paletteCount > 0 }

    /// Each at most once, in its place before the pixels, as long as it is.
    private mutating func take(_ chunk: PNGChunks.Chunk) throws(PictureFailure) {
        let name = String(decoding: chunk.name.bytes, as: UTF8.self)
        let count = chunk.data.count
        guard pixels.isEmpty, seen[name] == nil, isOfUse(name, count) else { throw .broken }
        // Places of colours, in hundred thousandths; whether a length is in metres.
        if name == "cHRM" {
            for offset in stride(from: 0, to: 32, by: 4) {
                guard let number = chunk.data.number(4, at: offset), number <= 1_000_000 else {
                    throw .broken
                }
            }
        }
        if name == "pHYs", chunk.data.byte(at: 8).map({ $0 > 1 }) == true { throw .broken }
        seen[name] = count
    }

    /// - Source: PNG §5.6, §11.2.2, §11.3. A palette beside true colours would only be advice: no
    ///   pixel has its colour from it.
    private func isOfUse(_ name: String, _ count: Int) -> Bool {
        let isBehindPalette = hasPalette || kind != 3
        return switch name {
        case "PLTE":
            kind == 3 && count % 3 == 0 && count > 0
                && count / 3 <= 1 << (header.byte(at: 8) ?? 0)
        case "tRNS":
            switch kind {
            case 0: count == 2
            case 2: count == 6
            case 3: hasPalette && count > 0 && count <= paletteCount / 3
            default: false
            }
        case "bKGD": isBehindPalette && count == [0: 2, 2: 6, 3: 1, 4: 2, 6: 6][kind]
        case "sBIT": !hasPalette && count == [0: 1, 2: 3, 3: 3, 4: 2, 6: 4][kind]
        case "gAMA": !hasPalette && count == 4
        case "cHRM": !hasPalette && count == 32
        case "sRGB": !hasPalette && count == 1
        case "pHYs": count == 9
        default: false
        }
    }

    /// Whether the pixels are all there, and nothing beside them.
    func check() throws(PictureFailure) {
        guard let expected = pixelBytes, inflatedCount(atMost: expected) == expected else {
            throw .broken
        }
    }

    /// What its lines take, each with a byte for its filter; nil for a header that cannot be.
    private var pixelBytes: Int? {
        guard let width = header.number(4, at: 0), let height = header.number(4, at: 4),
            let depth = header.byte(at: 8), let kind = header.byte(at: 9),
            let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][kind], [1, 2, 4, 8, 16].contains(depth),
            (1...PictureHead.sideMax).contains(width), (1...PictureHead.sideMax).contains(height)
        else { return nil }
        let bits = channels * Int(depth)
        // Adam7: where each pass begins, and how far its pixels are from each other.
        let passes =
            header.byte(at: 12) == 0
            ? [(0, 0, 1, 1)]
            : [
                (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
                (0, 1, 1, 2),
            ]
        return passes.reduce(0) { sum, pass in
            let columns = (width - pass.0 + pass.2 - 1) / pass.2
            let rows = (height - pass.1 + pass.3 - 1) / pass.3
            return columns > 0 && rows > 0 ? sum + ((columns * bits + 7) / 8 + 1) * rows : sum
        }
    }

    /// - Returns: nil unless the stream of the pixels ends with their last byte.
    private func inflatedCount(atMost countMax: Int) -> Int? {
        // On the heap: zlib keeps a pointer back to it.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit_(stream, ZLIB_VERSION, size) == Z_OK else { return nil }
        defer { inflateEnd(stream) }
        var (count, status, scratch) = (0, Z_OK, [UInt8](repeating: 0, count: 65_536))
        for var part in pixels.map(Array.init) where !part.isEmpty {
            guard status == Z_OK else { return nil }
            part.withUnsafeMutableBufferPointer { part in
                stream.pointee.next_in = part.baseAddress
                stream.pointee.avail_in = UInt32(clamping: part.count)
                repeat {
                    scratch.withUnsafeMutableBufferPointer { scratch in
                        stream.pointee.next_out = scratch.baseAddress
                        stream.pointee.avail_out = UInt32(clamping: scratch.count)
                        status = inflate(stream, Z_NO_FLUSH)
                        count += scratch.count - Int(stream.pointee.avail_out)
                    }
                } while status == Z_OK && stream.pointee.avail_out == 0 && count <= countMax
            }
            // That it wants more is no error yet.
            if status == Z_BUF_ERROR { status = Z_OK }
            guard status != Z_STREAM_END || stream.pointee.avail_in == 0 else { return nil }
        }
        return status == Z_STREAM_END ? count : nil
    }
}

extension PNGChunks.Chunk {
    /// CRC-32 of its name and its data.
    fileprivate var hasChecksum: Bool {
        let (named, stated) = (whole.bytes.dropFirst(4).dropLast(4), whole.bytes.suffix(4))
        let sum = named.withUnsafeBufferPointer { named in
            crc32(0, named.baseAddress, UInt32(clamping: named.count))
        }
        return stated.reduce(0) { $0 << 8 | UInt($1) } == sum
    }
}

/// Why a file is refused as a picture.
public enum PictureFailure: Error, Equatable, Sendable {
    /// It begins like none of the formats that we accept.
    case unknownKind
    /// It is animated.
    case animated
    /// It is wider or higher, or has more pixels, than its limits.
    case tooManyPixels
    /// It is a lossless WebP wider or higher than its limits.
    case tooManyLosslessPixels
    /// It begins like a picture, and is none; or it would take too long to decode.
    case broken
    /// There is no memory for it now.
    case noMemory
}
