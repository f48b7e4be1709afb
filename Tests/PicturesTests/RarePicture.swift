/// Pictures that no library at hand writes, by hand.
enum RarePicture {
    /// 16 bits a channel, 8 by 8, red: PNG §13.
    static let deepPNG: [UInt8] = {
        let red: [UInt8] = [0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF]
        return png(
            depth: 16, colour: 6, row: [[UInt8]](repeating: red, count: 8).flatMap(\.self))
    }()

    /// Two colours of a palette, of which the one on the left is transparent.
    static let palettePNG: [UInt8] = {
        let file = png(depth: 8, colour: 3, row: [0, 0, 0, 0, 1, 1, 1, 1])
        // Each is put right behind the header.
        let transparent = Metadata.png(file, with: [0], called: "tRNS")
        return Metadata.png(transparent, with: [0xFF, 0, 0, 0, 0, 0xFF], called: "PLTE")
    }()

    /// Colours of their own, of which the one on the left is said to be transparent.
    static func clearPNG(depth: UInt8, gray: Bool) -> [UInt8] {
        let samples: [[UInt8]] = gray ? [[0x80], [0xFF]] : [[0xFF, 0, 0], [0, 0, 0xFF]]
        let pixels = samples.map { $0.flatMap { depth == 16 ? [$0, $0] : [$0] } }
        let row = [0, 0, 0, 0, 1, 1, 1, 1].flatMap { pixels[$0] }
        let file = png(depth: depth, colour: gray ? 0 : 2, row: row)
        let clear = samples[0].flatMap { depth == 16 ? [$0, $0] : [0, $0] }
        return Metadata.png(file, with: clear, called: "tRNS")
    }

    /// 8 by 8 pixels of printer's inks, inverted as Adobe has it: magenta and yellow make red.
    ///
    /// - Source: T.81 §B; Adobe technical note 5116.
    static let cmykJPEG: [UInt8] = {
        let adobe = Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]
        let steps: [UInt8] = [0, 8] + [UInt8](repeating: 1, count: 63)
        let frame: [UInt8] = [
            8, 0, 8, 0, 8, 4, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0,
        ]
        // Differences of 7 and 8 bits; no frequencies.
        let levels: [UInt8] = [0x00, 1, 1] + [UInt8](repeating: 0, count: 14) + [7, 8]
        let ends: [UInt8] = [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0]
        let scan: [UInt8] = [4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0]
        // 127, -128, -128, 127.
        let data: [UInt8] = [0x7F, 0x4F, 0xE9, 0xFC, 0xFE]
        let segments = [
            (0xEE, adobe), (0xDB, steps), (0xC0, frame), (0xC4, levels), (0xC4, ends), (0xDA, scan),
        ].flatMap(segment)
        return [0xFF, 0xD8] + segments + data + [0xFF, 0xD9]
    }()

    private static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
        [0xFF, marker, 0, UInt8(data.count + 2)] + data
    }

    /// 8 equal rows.
    private static func png(depth: UInt8, colour: UInt8, row: [UInt8]) -> [UInt8] {
        let header: [UInt8] = [0, 0, 0, 8, 0, 0, 0, 8, depth, colour, 0, 0, 0]
        // 0: what follows is as it is.
        let pixels = [[UInt8]](repeating: [0] + row, count: 8).flatMap(\.self)
        return png([("IHDR", header), ("IDAT", stored(pixels)), ("IEND", [])])
    }

    /// These chunks, each with its checksum.
    static func png(_ chunks: [(name: String, data: [UInt8])]) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunks.flatMap { Metadata.chunk($0.data, called: $0.name) }
    }

    /// A zlib stream that compresses nothing.
    ///
    /// - Source: RFC 1950 §2.2, RFC 1951 §3.2.4.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let (low, high) = (UInt8(bytes.count & 255), UInt8(bytes.count >> 8))
        var (first, second) = (1, 0)
        for byte in bytes {
            first = (first + Int(byte)) % 65_521
            second = (second + first) % 65_521
        }
        let sum = [second >> 8, second, first >> 8, first].map { UInt8($0 & 255) }
        return [0x78, 0x01, 0x01, low, high, ~low, ~high] + bytes + sum
    }
}
