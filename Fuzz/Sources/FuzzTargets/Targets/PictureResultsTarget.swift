import Media
import Pictures

extension Target {
    /// What is read of a process that has decoded a stranger's picture.
    static let pictureResults = Target(
        name: "picture-results", seeds: { PictureResultSeeds.all }
    ) { input in
        let read = Oracle.sameInEverySplit(input) { [ResultReading($0)] }
        for (picture, bounds) in zip(read[0].pictures, PictureResults.bounds) {
            Oracle.require(
                (1...bounds.sideMax).contains(picture.head.width)
                    && (1...bounds.sideMax).contains(picture.head.height)
                    && (1...bounds.bytesMax).contains(picture.head.count)
                    && picture.bytes.count <= picture.head.count
                    && picture.isWhole == (picture.bytes.count == picture.head.count),
                "a picture of \(picture.head), \(picture.bytes.count) bytes")
        }
        Oracle.require(
            read[0].failure != nil
                || read[0].pictures.filter(\.isWhole).count == PictureResults.bounds.count
                    && input.bytes.count <= PictureResults.bytesMax,
            "\(read[0].pictures.count) pictures in \(input.bytes.count) bytes")
    }
}

private struct ResultReading: Equatable {
    struct Read: Equatable {
        let head: PictureResults.Head
        var bytes: [UInt8] = []
        var isWhole = false
    }

    var pictures: [Read] = []
    var failure: MediaFailure?

    init(_ pieces: [ArraySlice<UInt8>]) {
        var reader = PictureResultReader()
        do throws(MediaFailure) {
            for piece in pieces {
                try reader.append(piece) { part throws(MediaFailure) in take(part) }
            }
            try reader.finish()
        } catch {
            failure = error
        }
    }

    private mutating func take(_ part: PictureResultReader.Part) {
        switch part {
        case .begin(let head): pictures.append(Read(head: head))
        case .bytes(let bytes): pictures[pictures.count - 1].bytes += bytes
        case .end: pictures[pictures.count - 1].isWhole = true
        }
    }
}
