import CGD

/// Real pictures, by the library that also decodes them.
public struct TestPicture {
    /// How one is written.
    public enum Form: Sendable, CaseIterable {
        case jpeg, png, webp, gif
    }

    /// A colour: 0xAARRGGBB, where AA goes from 0, solid, to 0x7F.
    public typealias Paint = (_ x: Int, _ y: Int) -> Int32

    /// One file.
    ///
    /// - Parameter comesInPasses: coarse first: an interlaced PNG, a progressive JPEG.
    public static func file(
        _ form: Form, width: Int = 40, height: Int = 40, comesInPasses: Bool = false,
        _ paint: Paint = { _, _ in 0x2060A0 }
    ) -> [UInt8] {
        guard let image = gdImageCreateTrueColor(Int32(width), Int32(height)) else { return [] }
        defer { gdImageDestroy(image) }
        gdImageAlphaBlending(image, 0)
        gdImageSaveAlpha(image, 1)
        for y in 0..<height {
            for x in 0..<width { gdImageSetPixel(image, Int32(x), Int32(y), paint(x, y)) }
        }
        gdImageInterlace(image, comesInPasses ? 1 : 0)
        return bytes(of: image, form)
    }

    /// A black square: many pixels in few bytes.
    public static func black(_ form: Form, side: Int, comesInPasses: Bool) -> [UInt8] {
        guard let image = gdImageCreateTrueColor(Int32(side), Int32(side)) else { return [] }
        defer { gdImageDestroy(image) }
        gdImageInterlace(image, comesInPasses ? 1 : 0)
        return bytes(of: image, form)
    }

    private static func bytes(of image: gdImagePtr, _ form: Form) -> [UInt8] {
        var count: Int32 = 0
        let file =
            switch form {
            case .jpeg: gdImageJpegPtr(image, &count, 95)
            case .png: gdImagePngPtr(image, &count)
            case .webp: gdImageWebpPtr(image, &count)
            case .gif: gdImageGifPtr(image, &count)
            }
        guard let file else { return [] }
        defer { gdFree(file) }
        return Array(UnsafeRawBufferPointer(start: file, count: Int(count)))
    }

    /// Width and height.
    public let size: [Int]
    private let pixels: [Int32]

    /// What a JPEG or PNG looks like; nil when it is none.
    public init?(_ file: [UInt8]) {
        var file = file
        let count = Int32(file.count)
        let decoded = file.withUnsafeMutableBytes { bytes in
            bytes.first == 0xFF
                ? gdImageCreateFromJpegPtr(count, bytes.baseAddress)
                : gdImageCreateFromPngPtr(count, bytes.baseAddress)
        }
        guard let image = decoded else { return nil }
        defer { gdImageDestroy(image) }
        let (width, height) = (image.pointee.sx, image.pointee.sy)
        size = [Int(width), Int(height)]
        pixels = (0..<height).flatMap { y in
            (0..<width).map { x in gdImageGetTrueColorPixel(image, x, y) }
        }
    }

    /// The colour at a point.
    public func colour(_ x: Int, _ y: Int) -> Int32 { pixels[y * size[0] + x] }

    /// Which of `colours` comes closest to the one at a point.
    public func nearest(_ x: Int, _ y: Int, of colours: [Int32]) -> Int? {
        func distance(_ colour: Int32) -> Int32 {
            [0, 8, 16].map { abs((colour >> $0 & 255) - (self.colour(x, y) >> $0 & 255)) }
                .reduce(0, +)
        }
        return colours.indices.min { distance(colours[$0]) < distance(colours[$1]) }
    }
}
