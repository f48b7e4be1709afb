package import Pictures

/// What a process that decodes a picture writes, and the daemon reads.
///
/// One byte says whether it was decoded. Then each result has a head of 13 bytes, and its file:
///
///     0    1 for JPEG, 2 for PNG
///     1    width, 5 height, 9 length of the file: 4 bytes each, the high one first
///
/// The process has read a peer's bytes, so that what it writes may be a peer's, too.
package enum PictureResults {
    /// The pictures that are made, in this order.
    package static let bounds = [
        FittedPicture.Bounds(sideMax: 2_560, bytesMax: 2 << 20),
        FittedPicture.Bounds(sideMax: 480, bytesMax: 40 << 10),
    ]
    /// All that can be written.
    package static let bytesMax = bounds.reduce(1) { $0 + headCount + $1.bytesMax }

    static let headCount = 13

    /// The first byte.
    enum Outcome: UInt8, CaseIterable {
        case made, unknownKind, animated, tooManyPixels, broken, noMemory

        init(_ failure: PictureFailure) {
            self =
                switch failure {
                case .unknownKind: .unknownKind
                case .animated: .animated
                case .tooManyPixels, .tooManyLosslessPixels: .tooManyPixels
                case .broken: .broken
                case .noMemory: .noMemory
                }
        }

        /// nil: there are results.
        var failure: MediaFailure? {
            switch self {
            case .made: nil
            case .unknownKind: .unknownKind
            case .animated: .animated
            case .tooManyPixels:
                .tooManyPixels(
                    sideMax: PictureLimits.confined.sideMax,
                    pixelsMax: PictureLimits.confined.pixelsMax)
            case .broken: .broken(reason: "this picture is broken")
            case .noMemory: .broken(reason: "this picture takes too much memory to decode")
            }
        }
    }

    /// What is stated of a result before its file.
    package struct Head: Equatable {
        let form: Picture.Form
        package let width: Int
        package let height: Int
        /// Bytes of the file.
        package let count: Int

        init(_ picture: FittedPicture) {
            (form, count) = (picture.form, picture.bytes.count)
            (width, height) = (picture.width, picture.height)
        }

        /// nil: it states what no result can have.
        init?(_ bytes: some Sequence<UInt8>, within bounds: FittedPicture.Bounds) {
            let bytes = Array(bytes)
            guard bytes.count == headCount, let form = [1: Picture.Form.jpeg, 2: .png][bytes[0]]
            else { return nil }
            func number(at offset: Int) -> Int {
                bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
            }
            self.form = form
            (width, height, count) = (number(at: 1), number(at: 5), number(at: 9))
            guard (1...bounds.sideMax).contains(width), (1...bounds.sideMax).contains(height),
                (1...bounds.bytesMax).contains(count)
            else { return nil }
        }

        var bytes: [UInt8] {
            [form == .jpeg ? 1 : 2]
                + [width, height, count].flatMap { number in
                    (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
                }
        }
    }
}

/// Reads what a process writes that decodes a picture, in whatever pieces it comes.
package struct PictureResultReader {
    /// What a piece contains.
    package enum Part: Equatable {
        case begin(PictureResults.Head)
        case bytes(ArraySlice<UInt8>)
        /// The last byte of a result was there.
        case end
    }

    private enum State {
        case outcome
        case head([UInt8])
        case file(left: Int)
        case over
    }

    private var state = State.outcome
    private var doneCount = 0

    package init() {}

    /// - Parameter take: receives each part, in order.
    /// - Throws: `failed` for what no process of ours writes; what the process says of the
    ///   picture; what `take` throws.
    package mutating func append(
        _ piece: ArraySlice<UInt8>, _ take: (Part) throws(MediaFailure) -> Void
    ) throws(MediaFailure) {
        var rest = piece
        while let byte = rest.first {
            switch state {
            case .outcome:
                rest = rest.dropFirst()
                guard let outcome = PictureResults.Outcome(rawValue: byte) else {
                    throw Self.lie("an unknown outcome")
                }
                if let failure = outcome.failure { throw failure }
                state = .head([])
            case .head(let begun):
                let head = begun + rest.prefix(PictureResults.headCount - begun.count)
                rest = rest.dropFirst(head.count - begun.count)
                guard head.count == PictureResults.headCount else {
                    state = .head(head)
                    return
                }
                let bounds = PictureResults.bounds[doneCount]
                guard let head = PictureResults.Head(head, within: bounds) else {
                    throw Self.lie("a picture beyond its bounds")
                }
                state = .file(left: head.count)
                try take(.begin(head))
            case .file(let left):
                let bytes = rest.prefix(left)
                rest = rest.dropFirst(bytes.count)
                state = .file(left: left - bytes.count)
                try take(.bytes(bytes))
                if bytes.count == left { try end(take) }
            case .over: throw Self.lie("more bytes than promised")
            }
        }
    }

    private mutating func end(
        _ take: (Part) throws(MediaFailure) -> Void
    ) throws(MediaFailure) {
        doneCount += 1
        state = doneCount < PictureResults.bounds.count ? .head([]) : .over
        try take(.end)
    }

    /// The process has ended.
    package func finish() throws(MediaFailure) {
        guard case .over = state else { throw Self.lie("fewer bytes than promised") }
    }

    static func lie(_ text: String) -> MediaFailure {
        .failed(reason: "\(PictureWorker.name): \(text)")
    }
}
