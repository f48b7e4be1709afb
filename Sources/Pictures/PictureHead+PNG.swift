extension ByteView {
    /// Source: PNG §5.2.
    var isPNG: Bool {
        part(at: 0, count: 8)?.bytes.elementsEqual(PNGChunks.signature) ?? false
    }
}

/// The chunks of a PNG, up to the last: each a length, a name, data and a checksum.
struct PNGChunks: Sequence, IteratorProtocol {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    struct Chunk {
        let name: ByteView
        let data: ByteView
        /// With all that belongs to it.
        let whole: ByteView

        func isCalled(_ name: StaticString) -> Bool { self.name.holds(name, at: 0) }
    }

    /// Of each that a decoder stumbles over libpng says so on stderr, whoever asked it not to.
    /// Encoders put 8 KiB or more into one.
    static let countMax = 1_024

    private let view: ByteView
    private var offset = signature.count
    private var count = 0
    /// Whether the last one was there, and whole.
    private(set) var isComplete = false

    init(_ view: ByteView) {
        self.view = view
    }

    mutating func next() -> Chunk? {
        guard !isComplete, count < Self.countMax, let length = view.number(4, at: offset),
            let name = view.part(at: offset + 4, count: 4),
            let data = view.part(at: offset + 8, count: length),
            let whole = view.part(at: offset, count: length + 12)
        else { return nil }
        offset += length + 12
        count += 1
        let chunk = Chunk(name: name, data: data, whole: whole)
        isComplete = chunk.isCalled("IEND")
        return chunk
    }
}

extension PictureHead {
    static func png(_ view: ByteView) throws(PictureFailure) -> PictureHead {
        var chunks = PNGChunks(view)
        guard let header = chunks.next(), header.isCalled("IHDR"), header.data.count == 13 else {
            throw .broken
        }
        var orientation = Orientation.upright
        while let chunk = chunks.next() {
            if chunk.isCalled("eXIf") { orientation = Orientation(tiff: chunk.data) }
        }
        guard chunks.isComplete else { throw .broken }
        return try PictureHead(
            .png, width: header.data.number(4, at: 0), height: header.data.number(4, at: 4),
            orientation)
    }

    /// Only what the pixels are made of: a compressed text of a few kilobytes may be megabytes,
    /// and a decoder keeps as many of them as there are.
    static func pixelsOnly(ofPNG bytes: [UInt8]) -> [UInt8] {
        var pixels = PNGChunks.signature
        for chunk in PNGChunks(ByteView(bytes: bytes[...]))
        where ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"].contains(where: chunk.isCalled) {
            pixels += chunk.whole.bytes
        }
        return pixels
    }
}
