/// What a picture says of itself, read before anything of it is decoded: by its bytes alone,
/// whatever it is called.
///
/// The whole structure is walked, once, so that what is too big, moves, or would keep a decoder
/// busy for minutes is refused for the price of looking at it.
public struct PictureHead: Equatable, Sendable {
    /// What we take.
    public enum Kind: Equatable, Sendable {
        /// Source: ITU-T T.81.
        case jpeg
        /// Source: W3C PNG, third edition.
        case png
        /// Source: RFC 9649.
        case webp
    }

    /// The widest and highest that is taken: 64 MiB once it is decoded.
    public static let sideMax = 4_096

    /// What it is.
    public let kind: Kind
    /// In pixels, `1...sideMax`, before it is turned.
    public let width: Int
    /// In pixels, `1...sideMax`, before it is turned.
    public let height: Int
    let orientation: Orientation

    /// Reads what `bytes` begin with, and walks to the end.
    ///
    /// - Complexity: linear in the bytes.
    public init(_ bytes: [UInt8]) throws(PictureFailure) {
        let view = ByteView(bytes: bytes[...])
        if view.isPNG {
            self = try Self.png(view)
        } else if view.byte(at: 0) == 0xFF, view.byte(at: 1) == 0xD8 {
            self = try Self.jpeg(view)
        } else if view.holds("RIFF", at: 0), view.holds("WEBP", at: 8) {
            self = try Self.webp(view)
        } else {
            throw .unknownKind
        }
    }

    init(
        _ kind: Kind, width: Int?, height: Int?, _ orientation: Orientation
    ) throws(PictureFailure) {
        guard let width, let height, width > 0, height > 0 else { throw .broken }
        guard max(width, height) <= Self.sideMax else { throw .tooManyPixels }
        (self.kind, self.width, self.height) = (kind, width, height)
        self.orientation = orientation
    }
}
