/// How a picture is to be turned before it is shown, as a camera notes it.
///
/// - Source: EXIF 2.32 §4.6.4, tag 0x0112; TIFF 6.0 §2.
enum Orientation: Int, CaseIterable {
    case upright = 1
    case mirrored, upsideDown, mirroredUpsideDown
    case transposed, quarterRight, transversed, quarterLeft

    private static let tag = 0x0112
    private static let short = 3
    /// No directory of a camera has more.
    private static let entriesMax = 512

    /// What the first directory of `tiff` says; upright when it says nothing that we understand.
    init(tiff: ByteView) {
        self = Self.noted(in: tiff).flatMap(Self.init(rawValue:)) ?? .upright
    }

    /// The same, behind the mark that JPEG has in front of it, and WebP sometimes.
    init(exif: ByteView) {
        let rest = exif.part(at: 6, count: max(0, exif.count - 6))
        self.init(tiff: exif.holds("Exif\0\0", at: 0) ? rest ?? exif : exif)
    }

    private static func noted(in tiff: ByteView) -> Int? {
        let order: ByteView.Order
        if tiff.holds("MM", at: 0) {
            order = .big
        } else if tiff.holds("II", at: 0) {
            order = .little
        } else {
            return nil
        }
        guard tiff.number(2, at: 2, order) == 42, let directory = tiff.number(4, at: 4, order),
            let count = tiff.number(2, at: directory, order)
        else { return nil }
        for index in 0..<min(count, entriesMax) {
            let entry = directory + 2 + 12 * index
            guard let tag = tiff.number(2, at: entry, order) else { return nil }
            guard tag == Self.tag else { continue }
            guard tiff.number(2, at: entry + 2, order) == short,
                tiff.number(4, at: entry + 4, order) == 1
            else { return nil }
            return tiff.number(2, at: entry + 8, order)
        }
        return nil
    }

    /// Whether width and height change places.
    var isSideways: Bool {
        switch self {
        case .upright, .mirrored, .upsideDown, .mirroredUpsideDown: false
        case .transposed, .quarterRight, .transversed, .quarterLeft: true
        }
    }

    /// Which point of a picture is shown at `x`, `y`.
    ///
    /// - Parameters:
    ///   - width: of the picture before it is turned.
    ///   - height: of the picture before it is turned.
    func source(x: Int32, y: Int32, width: Int32, height: Int32) -> (x: Int32, y: Int32) {
        let (right, bottom) = (width - 1, height - 1)
        return switch self {
        case .upright: (x, y)
        case .mirrored: (right - x, y)
        case .upsideDown: (right - x, bottom - y)
        case .mirroredUpsideDown: (x, bottom - y)
        case .transposed: (y, x)
        case .quarterRight: (y, bottom - x)
        case .transversed: (right - y, bottom - x)
        case .quarterLeft: (right - y, x)
        }
    }
}
