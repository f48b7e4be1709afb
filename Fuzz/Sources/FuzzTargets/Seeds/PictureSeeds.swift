/// Pictures without pixels: what a head is read from, of each kind.
enum PictureSeeds {
    static let all: [[UInt8]] = [
        [], jpeg(), jpeg(exif("II", little: true)), jpeg(exif("MM", little: false)),
        jpeg(scanCount: 3), Array(jpeg().dropLast(2)), png([]),
        png([("PLTE", [255, 0, 0]), ("tRNS", [0])]), png([("eXIf", exif("II", little: true))]),
        Array(png([]).dropLast(12)), webp([("VP8L", [0x2F, 7, 0xC0, 1, 0])]),
        webp([("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 8, 0, 8, 0])]),
        webp([
            ("VP8X", [8, 0, 0, 0, 7, 0, 0, 7, 0, 0]), ("VP8L", [0x2F, 7, 0xC0, 1, 0]),
            ("EXIF", exif("MM", little: false)),
        ]),
        webp([("VP8X", [2, 0, 0, 0, 7, 0, 0, 7, 0, 0]), ("ANIM", []), ("ANMF", [])]),
    ]

    /// One entry: quarter to the right.
    private static func exif(_ order: String, little: Bool) -> [UInt8] {
        func number(_ value: UInt8, _ width: Int) -> [UInt8] {
            let zeros = [UInt8](repeating: 0, count: width - 1)
            return little ? [value] + zeros : zeros + [value]
        }
        let tag: [UInt8] = little ? [0x12, 0x01] : [0x01, 0x12]
        let head = Array(order.utf8) + number(42, 2) + number(8, 4)
        let entry = tag + number(3, 2) + number(1, 4) + number(6, 2) + [0, 0]
        return head + number(1, 2) + entry
    }

    private static func jpeg(_ exif: [UInt8] = [], scanCount: Int = 1) -> [UInt8] {
        func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
            [0xFF, marker, 0, UInt8(data.count + 2)] + data
        }
        let noted = exif.isEmpty ? [] : segment(0xE1, Array("Exif\0\0".utf8) + exif)
        let scan = segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x12, 0xFF, 0x00, 0xFF, 0xD0, 0x34]
        let scans = [[UInt8]](repeating: scan, count: scanCount).flatMap(\.self)
        let frame = segment(0xC0, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])
        return [0xFF, 0xD8] + noted + frame + scans + [0xFF, 0xD9]
    }

    private static func png(_ chunks: [(name: String, data: [UInt8])]) -> [UInt8] {
        let header: [UInt8] = [0, 0, 0, 8, 0, 0, 0, 8, 8, 2, 0, 0, 0]
        let all = [("IHDR", header)] + chunks + [("IDAT", [1, 2, 3]), ("IEND", [])]
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        for (name, data) in all {
            file += [0, 0, 0, UInt8(data.count)]
            file += Array(name.utf8) + data
            file += [0, 0, 0, 0]
        }
        return file
    }

    private static func webp(_ chunks: [(name: String, data: [UInt8])]) -> [UInt8] {
        var body = Array("WEBP".utf8)
        for (name, data) in chunks {
            body += Array(name.utf8)
            body += [UInt8(data.count), 0, 0, 0]
            body += data
            if data.count % 2 == 1 { body.append(0) }
        }
        return Array("RIFF".utf8) + [UInt8(body.count), 0, 0, 0] + body
    }
}
