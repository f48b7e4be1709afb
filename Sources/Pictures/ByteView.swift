/// Numbers in a peer's bytes: whatever does not lie wholly inside is nil.
struct ByteView {
    enum Order {
        case big, little
    }

    let bytes: ArraySlice<UInt8>

    var count: Int { bytes.count }

    /// - Parameter width: in bytes, 1...4.
    func number(_ width: Int, at offset: Int, _ order: Order = .big) -> Int? {
        guard let part = part(at: offset, count: width) else { return nil }
        return order == .big
            ? part.bytes.reduce(0) { $0 << 8 | Int($1) }
            : part.bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    func byte(at offset: Int) -> UInt8? {
        part(at: offset, count: 1)?.bytes.first
    }

    func part(at offset: Int, count: Int) -> ByteView? {
        guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else {
            return nil
        }
        return ByteView(bytes: bytes.dropFirst(offset).prefix(count))
    }

    func holds(_ text: StaticString, at offset: Int) -> Bool {
        text.withUTF8Buffer { text in
            part(at: offset, count: text.count)?.bytes.elementsEqual(text) ?? false
        }
    }
}
