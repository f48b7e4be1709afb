/// A small square picture whose every byte was written by us: nothing of the file that it was made
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
}
