import Glibc

/// What is typed, as characters: bytes of UTF-8 put together, however they come in.
struct Keyboard {
    private var bytes: [UInt8] = []

    /// Takes what was read.
    mutating func take(_ new: some Sequence<UInt8>) { bytes += new }

    /// The next whole character; nil until all its bytes are there. What is no UTF-8 comes as
    /// U+FFFD. Isolates are left out: text that was copied from a line of ours may have them, and
    /// no server takes them.
    mutating func next() -> Unicode.Scalar? {
        while let scalar = nextOfAny() {
            if ![SafeText.isolateStart, SafeText.isolateEnd].contains(scalar) { return scalar }
        }
        return nil
    }

    private mutating func nextOfAny() -> Unicode.Scalar? {
        guard let first = bytes.first else { return nil }
        let count = Self.length(first)
        let tail = bytes.dropFirst().prefix(count - 1).prefix { $0 & 0xC0 == 0x80 }
        if tail.count < count - 1 && bytes.count == 1 + tail.count { return nil }
        let scalar = String(decoding: bytes.prefix(1 + tail.count), as: UTF8.self)
            .unicodeScalars.first
        bytes.removeFirst(1 + tail.count)
        return scalar ?? "\u{FFFD}"
    }

    private static func length(_ first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}
