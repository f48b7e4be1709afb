/// What cameras and jokers put beside the pixels.
enum Metadata {
    /// EXIF with an orientation, and a text that nobody else is to read.
    static func exif(orientation: Int, secret: String = "GPS 48.2082 N", bigEndian: Bool = true)
        -> [UInt8]
    {
        func number(_ value: Int, _ width: Int) -> [UInt8] {
            let bytes = (0..<width).map { UInt8(value >> (8 * $0) & 255) }
            return bigEndian ? bytes.reversed() : bytes
        }
        let order = bigEndian ? "MM" : "II"
        var tiff = Array(order.utf8) + number(42, 2) + number(8, 4) + number(2, 2)
        // An ASCII text first; the orientation second, left-aligned in its four bytes.
        tiff += number(0x010E, 2) + number(2, 2) + number(secret.utf8.count, 4) + number(38, 4)
        tiff += number(0x0112, 2) + number(3, 2) + number(1, 4)
        tiff += number(orientation, 2) + number(0, 2) + number(0, 4)
        return tiff + Array(secret.utf8)
    }

    /// A JPEG with another segment in front.
    static func jpeg(_ file: [UInt8], with data: [UInt8], marker: UInt8 = 0xE1) -> [UInt8] {
        let count = data.count + 2
        return file.prefix(2) + [0xFF, marker, UInt8(count >> 8), UInt8(count & 255)] + data
            + file.dropFirst(2)
    }

    /// A PNG with another chunk behind its header.
    static func png(_ file: [UInt8], with data: [UInt8], called name: String) -> [UInt8] {
        file.prefix(33) + chunk(data, called: name) + file.dropFirst(33)
    }

    static func chunk(_ data: [UInt8], called name: String) -> [UInt8] {
        let count = (0..<4).reversed().map { UInt8(data.count >> (8 * $0) & 255) }
        let named = Array(name.utf8) + data
        return count + named + checksum(named)
    }

    /// CRC-32, as PNG wants it.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        crc = ~crc
        return (0..<4).reversed().map { UInt8(truncatingIfNeeded: crc >> (8 * $0)) }
    }

    static func riff(_ chunks: [(name: String, data: [UInt8])]) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }
        var body: [UInt8] = []
        for (name, data) in chunks {
            body += Array(name.utf8) + number(data.count) + data
            if data.count % 2 == 1 { body.append(0) }
        }
        return Array("RIFF".utf8) + number(body.count + 4) + Array("WEBP".utf8) + body
    }

    /// The chunks of a WebP.
    static func chunks(of webp: [UInt8]) -> [(name: String, data: [UInt8])] {
        var chunks: [(name: String, data: [UInt8])] = []
        var offset = 12
        while offset + 8 <= webp.count {
            let count = webp[(offset + 4)..<(offset + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: webp[offset..<(offset + 4)], as: UTF8.self)
            chunks.append((name, Array(webp[(offset + 8)...].prefix(count))))
            offset += 8 + count + count % 2
        }
        return chunks
    }

    /// The chunk of a WebP's pixels.
    static func pixels(of webp: [UInt8]) -> (name: String, data: [UInt8]) {
        let count = webp[16..<20].reversed().reduce(0) { $0 << 8 | Int($1) }
        return (String(decoding: webp[12..<16], as: UTF8.self), Array(webp[20..<(20 + count)]))
    }

    /// WebP's extended head.
    static func extended(width: Int, height: Int, flags: UInt8) -> (name: String, data: [UInt8]) {
        func number(_ value: Int) -> [UInt8] { (0..<3).map { UInt8(value >> (8 * $0) & 255) } }
        return ("VP8X", [flags, 0, 0, 0] + number(width - 1) + number(height - 1))
    }
}
