/// Why bytes are not taken as a picture.
public enum PictureFailure: Error, Equatable, Sendable {
    /// They do not begin like any picture that we take.
    case unknownKind
    /// It moves.
    case animated
    /// It is wider or higher than `PictureHead.sideMax`.
    case tooManyPixels
    /// It is a lossless WebP wider or higher than `PictureHead.losslessSideMax`.
    case tooManyLosslessPixels
    /// They begin like a picture, and are none; or it would take too long to see.
    case broken
    /// There is no memory for it now.
    case noMemory
}
