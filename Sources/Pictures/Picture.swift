/// A small picture whose every byte was written by us: nothing of the file that it was made
/// of is left but how it looks.
public struct Picture: Equatable, Sendable {
    /// How it is written.
    public enum Form: String, Sendable {
        case jpeg = "jpg"
        case png
    }

    /// JPEG, unless one sees through it.
    public let form: Form
    /// The file.
    public let bytes: [UInt8]

    /// How wide and high it is at most.
    public static let sideMax = 512
    /// The most that one takes; what looks like noise is made smaller for it.
    public static let bytesMax = 65_536

    /// What somebody's file looks like, square, and turned the right way up.
    ///
    /// - Throws: why it is none, mostly without decoding anything.
    /// - Complexity: what it costs says docs/decisions/0013: not on a loop.
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

    /// How wide and high a whole picture is at most.
    public static let fittedSideMax = 1_280
    /// The most that a whole picture takes.
    public static let fittedBytesMax = 262_144

    /// What somebody's file looks like, whole, and turned the right way up.
    ///
    /// - Throws: why it is none, mostly without decoding anything.
    public init(fitting file: [UInt8]) throws(PictureFailure) {
        let head = try PictureHead(file)
        let decoded = try Canvas.decoded(file, head)
        let small = try decoded.fitted(sideMax: Self.fittedSideMax)
        let whole = head.orientation == .upright ? small : try small.turned(head.orientation)
        form = head.kind != .jpeg && whole.isTransparent ? .png : .jpeg
        var bytes = try whole.encoded(form)
        for sideMax in [1_024, 768, 512, 384, 256, 192] where bytes.count > Self.fittedBytesMax {
            bytes = try whole.fitted(sideMax: sideMax).encoded(form)
        }
        guard bytes.count <= Self.fittedBytesMax else { throw .broken }
        self.bytes = bytes
    }
}
