extension PictureHead {
    /// A lossless one may have a group of codes for each tile of 4 by 4 pixels, and a decoder keeps
    /// some 5.5 KiB for each group, however small the file is: 93 MiB for so many pixels.
    public static let losslessSideMax = 512

    /// Chunk by chunk: whatever is said of the size must agree.
    static func webp(_ view: ByteView) throws(PictureFailure) -> PictureHead {
        guard let riff = view.number(4, at: 4, .little),
            let file = view.part(at: 0, count: riff + 8)
        else { throw .broken }
        var size: (width: Int, height: Int)?
        var orientation = Orientation.upright
        var hasPixels = false
        var isLossless = false
        var offset = 12
        while offset < file.count {
            guard let length = file.number(4, at: offset + 4, .little),
                let data = file.part(at: offset + 8, count: length)
            else { throw .broken }
            if file.holds("ANIM", at: offset) || file.holds("ANMF", at: offset) {
                throw .animated
            }
            if file.holds("EXIF", at: offset) { orientation = Orientation(exif: data) }
            if file.holds("VP8 ", at: offset) || file.holds("VP8L", at: offset) {
                guard !hasPixels else { throw .broken }
                hasPixels = true
            }
            // What one sees through is coded so, too.
            if file.holds("VP8L", at: offset) || file.holds("ALPH", at: offset) {
                isLossless = true
            }
            if let stated = try stated(by: data, file, offset) {
                guard size == nil || size.map({ $0 == stated }) == true else { throw .broken }
                size = stated
            }
            offset += 8 + length + length % 2
        }
        guard hasPixels else { throw .broken }
        let head = try PictureHead(
            .webp, width: size?.width, height: size?.height, orientation)
        guard !isLossless || max(head.width, head.height) <= losslessSideMax else {
            throw .tooManyLosslessPixels
        }
        return head
    }

    /// The size by one chunk; nil when it says nothing about that.
    private static func stated(
        by data: ByteView, _ file: ByteView, _ offset: Int
    ) throws(PictureFailure) -> (width: Int, height: Int)? {
        if file.holds("VP8X", at: offset) {
            guard let flags = data.byte(at: 0), let width = data.number(3, at: 4, .little),
                let height = data.number(3, at: 7, .little)
            else { throw .broken }
            guard flags & 0x02 == 0 else { throw .animated }
            return (width + 1, height + 1)
        }
        if file.holds("VP8L", at: offset) {
            guard data.byte(at: 0) == 0x2F, let bits = data.number(4, at: 1, .little) else {
                throw .broken
            }
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        }
        if file.holds("VP8 ", at: offset) {
            // RFC 6386 §9.1: a key frame, its start code, and its size without scaling hints.
            guard let tag = data.byte(at: 0), tag & 1 == 0,
                data.number(3, at: 3) == 0x9D012A,
                let width = data.number(2, at: 6, .little),
                let height = data.number(2, at: 8, .little)
            else { throw .broken }
            return (width & 0x3FFF, height & 0x3FFF)
        }
        return nil
    }
}
