import CGD

/// Pixels in gd's memory, four bytes each, freed with this value.
struct Canvas: ~Copyable {
    private let image: gdImagePtr

    /// What gd reports about broken pictures is the caller's to tell.
    private static let isSilent: Bool = {
        upfor_gd_be_silent()
        return true
    }()

    private init(owning image: gdImagePtr) {
        self.image = image
    }

    /// Decodes what `head` was read from.
    ///
    /// - Parameter isStrict: whether one that only a lenient decoder draws is broken: data that end
    ///   early, or go on behind the last pixel, or a colour that is not in the palette.
    static func decoded(
        _ bytes: [UInt8], _ head: PictureHead, isStrict: Bool = false
    ) throws(PictureFailure) -> Canvas {
        guard isSilent else { throw .broken }
        let complaintCount = upfor_gd_complaint_count()
        guard let image = decode(bytes, head.kind) else {
            giveBack(head.width, head.height)
            throw .broken
        }
        let canvas = Canvas(owning: image)
        guard image.pointee.sx == head.width, image.pointee.sy == head.height else {
            throw .broken
        }
        if isStrict {
            guard complaintCount == upfor_gd_complaint_count(), canvas.hasColors else {
                throw .broken
            }
        }
        if image.pointee.trueColor != 0, image.pointee.transparent >= 0 {
            canvas.clear(image.pointee.transparent)
        }
        guard gdImagePaletteToTrueColor(image) != 0 else { throw .noMemory }
        return canvas
    }

    /// Whether each pixel of a picture with a palette has a colour in it.
    private var hasColors: Bool {
        guard image.pointee.trueColor == 0 else { return true }
        for y in 0..<Int(image.pointee.sy) {
            guard let line = image.pointee.pixels[y] else { return false }
            for x in 0..<Int(image.pointee.sx) where line[x] >= image.pointee.colorsTotal {
                return false
            }
        }
        return true
    }

    /// One colour of a picture without palette is meant to be seen through; gd only notes it.
    ///
    /// - Source: PNG §11.3.2.1, tRNS of colour type 2.
    private func clear(_ color: Int32) {
        for y in 0..<Int(image.pointee.sy) {
            guard let line = image.pointee.tpixels[y] else { continue }
            for x in 0..<Int(image.pointee.sx) where line[x] == color {
                line[x] = color | 127 << 24
            }
        }
        gdImageColorTransparent(image, -1)
    }

    private static func blank(
        _ width: Int32, _ height: Int32
    ) throws(PictureFailure) -> Canvas {
        guard let image = gdImageCreateTrueColor(width, height) else { throw .noMemory }
        gdImageAlphaBlending(image, 0)
        gdImageSaveAlpha(image, 1)
        return Canvas(owning: image)
    }

    /// From so many pixels on, freeing them gives their memory back to the machine. gd takes it
    /// line by line, and the allocator keeps lines: without this 4096 by 4096 left 65 MiB behind
    /// in each thread's heap. `make abuse` prints what is left.
    private static let pixelsGivenBack = 1 << 20

    private static func giveBack(_ width: Int, _ height: Int) {
        if width * height >= pixelsGivenBack { upfor_gd_give_back() }
    }

    deinit {
        let (width, height) = (Int(image.pointee.sx), Int(image.pointee.sy))
        gdImageDestroy(image)
        Self.giveBack(width, height)
    }

    private static func decode(_ bytes: [UInt8], _ kind: PictureHead.Kind) -> gdImagePtr? {
        var bytes = kind == .png ? PictureHead.pixelsOnly(ofPNG: bytes) : bytes
        return bytes.withUnsafeMutableBytes { bytes in
            let count = Int32(clamping: bytes.count)
            return switch kind {
            case .jpeg: gdImageCreateFromJpegPtrEx(count, bytes.baseAddress, 0)
            case .png: gdImageCreateFromPngPtr(count, bytes.baseAddress)
            case .webp: gdImageCreateFromWebpPtr(count, bytes.baseAddress)
            }
        }
    }

    /// The square in the middle.
    ///
    /// - Parameter sideMax: it is made smaller than it is, never larger.
    func square(sideMax: Int) throws(PictureFailure) -> Canvas {
        let (width, height) = (image.pointee.sx, image.pointee.sy)
        let cut = min(width, height)
        let side = min(cut, Int32(clamping: sideMax))
        let square = try Self.blank(side, side)
        gdImageCopyResampled(
            square.image, image, 0, 0, (width - cut) / 2, (height - cut) / 2, side, side, cut, cut)
        return square
    }

    /// The whole of it.
    ///
    /// - Parameter sideMax: it is made smaller than it is, never larger.
    func fitted(sideMax: Int) throws(PictureFailure) -> Canvas {
        let (width, height) = (Int(image.pointee.sx), Int(image.pointee.sy))
        let longer = max(width, height)
        let side = min(longer, sideMax)
        let scaled = (
            Int32(clamping: max(1, width * side / longer)),
            Int32(clamping: max(1, height * side / longer))
        )
        let fitted = try Self.blank(scaled.0, scaled.1)
        gdImageCopyResampled(
            fitted.image, image, 0, 0, 0, 0, scaled.0, scaled.1, image.pointee.sx,
            image.pointee.sy)
        return fitted
    }

    /// In pixels.
    var width: Int { Int(image.pointee.sx) }
    /// In pixels.
    var height: Int { Int(image.pointee.sy) }
    /// The longer of both.
    var side: Int { max(width, height) }

    /// Turned as its camera was held.
    func turned(_ orientation: Orientation) throws(PictureFailure) -> Canvas {
        let (width, height) = (image.pointee.sx, image.pointee.sy)
        let turned =
            orientation.isSideways
            ? try Self.blank(height, width) : try Self.blank(width, height)
        for y in 0..<turned.image.pointee.sy {
            for x in 0..<turned.image.pointee.sx {
                let source = orientation.source(x: x, y: y, width: width, height: height)
                let pixel = gdImageGetTrueColorPixel(image, source.x, source.y)
                gdImageSetPixel(turned.image, x, y, pixel)
            }
        }
        return turned
    }

    /// Whether one sees through it anywhere.
    var isTransparent: Bool {
        for y in 0..<image.pointee.sy {
            for x in 0..<image.pointee.sx
            where gdImageGetTrueColorPixel(image, x, y) >> 24 & 0x7F != 0 {
                return true
            }
        }
        return false
    }

    /// The pixels alone, as a file.
    func encoded(_ form: Picture.Form) throws(PictureFailure) -> [UInt8] {
        var count: Int32 = 0
        let file =
            switch form {
            case .jpeg: gdImageJpegPtr(image, &count, 85)
            case .png: gdImagePngPtr(image, &count)
            }
        guard let file else { throw .noMemory }
        defer { gdFree(file) }
        return Array(UnsafeRawBufferPointer(start: file, count: Int(count)))
    }
}

/// Numbers in a peer's bytes: whatever does not lie wholly inside is nil.
struct ByteView {
    enum Order {
        case big, little
    }

    let bytes: ArraySlice<UInt8>

    var count: Int { bytes.count }

    /// - Parameter width: in bytes, 1...4.
    func number(_ width: Int, at offset: Int, _ order: Order = .big) -> Int? {
        guard let part = part(at: offset, count: width) else { return nil }
        return order == .big
            ? part.bytes.reduce(0) { $0 << 8 | Int($1) }
            : part.bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    func byte(at offset: Int) -> UInt8? {
        part(at: offset, count: 1)?.bytes.first
    }

    func part(at offset: Int, count: Int) -> ByteView? {
        guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else {
            return nil
        }
        return ByteView(bytes: bytes.dropFirst(offset).prefix(count))
    }

    func holds(_ text: StaticString, at offset: Int) -> Bool {
        text.withUTF8Buffer { text in
            part(at: offset, count: text.count)?.bytes.elementsEqual(text) ?? false
        }
    }
}
