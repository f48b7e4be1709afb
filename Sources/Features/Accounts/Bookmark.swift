import CSodium
public import Kernel

/// A place among things that were stored one after the other, as the wire has it.
///
/// Ids ascend with time, and count what else was stored in the same millisecond. Clients must not
/// read that, and so only this server can read a bookmark, or make one. It stays valid whatever
/// becomes of the row at its place.
///
/// - Source: synthetic initialization vectors, RFC 5297.
public enum Bookmark {
    private static let (placeCount, markCount) = (8, 8)

    /// The wire's words for a place: 32 hexadecimal digits, the same each time.
    public static func text(at place: Int64, in snapshot: Snapshot) throws(Refusal) -> String {
        let key = try ServerKeys.read(in: snapshot).newest
        let bytes = place.bigEndianBytes
        let mark = mark(of: bytes, key)
        return (mark + hidden(bytes, by: mark, key)).hexadecimal
    }

    /// The place of a bookmark; nil if this server has not made it.
    public static func place(in text: String, in snapshot: Snapshot) throws(Refusal) -> Int64? {
        guard let bytes = bytes(of: text) else { return nil }
        // Each key that has made bookmarks knows its own.
        return try ServerKeys.read(in: snapshot).all.lazy
            .compactMap { place(in: bytes, $0) }.first
    }

    private static func place(in bytes: [UInt8], _ key: ServerKey) -> Int64? {
        let mark = Array(bytes.prefix(markCount))
        let place = hidden(Array(bytes.suffix(placeCount)), by: mark, key)
        guard sodium_memcmp(mark, Self.mark(of: place, key), markCount) == 0 else { return nil }
        return place.reduce(0) { $0 << 8 | Int64($1) }
    }

    private static func mark(of place: [UInt8], _ key: ServerKey) -> [UInt8] {
        Array(key.mark(place, for: "place").prefix(markCount))
    }

    /// Hides a place, or shows it again.
    private static func hidden(_ bytes: [UInt8], by mark: [UInt8], _ key: ServerKey) -> [UInt8] {
        zip(bytes, key.mark(mark, for: "hidden place")).map { $0 ^ $1 }
    }

    private static func bytes(of text: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: markCount + placeCount)
        guard text.utf8.count == 2 * bytes.count else { return nil }
        var count = 0
        let code = sodium_hex2bin(
            &bytes, bytes.count, text, text.utf8.count, nil, &count, nil)
        return code == 0 && count == bytes.count ? bytes : nil
    }
}
