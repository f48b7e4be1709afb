public import Kernel
public import Pictures
import Wire

extension Refusal {
    /// A picture that cannot be taken.
    public init(_ failure: PictureFailure) {
        let (side, lossless) = (PictureHead.sideMax, PictureHead.losslessSideMax)
        self =
            switch failure {
            case .unknownKind:
                Refusal(.invalidField, field: "picture", "expected a JPEG, PNG or WebP")
            case .animated: Refusal(.invalidField, field: "picture", "expected a still picture")
            case .tooManyPixels:
                Refusal(.tooLarge, field: "picture", "expected at most \(side) by \(side) pixels")
            case .tooManyLosslessPixels:
                Refusal(
                    .tooLarge, field: "picture",
                    "expected a lossless WebP of at most \(lossless) by \(lossless); or PNG")
            case .broken: Refusal(.malformed, field: "picture", "this picture is broken")
            case .noMemory:
                Refusal(.busy, "no memory for pictures; try again later", retryAfter: .seconds(5))
            }
    }
}
