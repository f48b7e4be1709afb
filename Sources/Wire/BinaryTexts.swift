/// The texts in a protobuf message of whatever kind.
public enum BinaryTexts {
    /// Messages in messages in messages: our own schema has four.
    private static let depthMax = 8

    /// Whether `isWanted` is true of any text in a message. Where bytes may be a text or another
    /// message, they are looked at as both.
    public static func contains(
        in bytes: UnsafeRawBufferPointer, where isWanted: (Substring) -> Bool
    ) -> Bool {
        var rest = [(bytes: bytes, depth: 0)]
        while let (bytes, depth) = rest.popLast() {
            guard let members = try? BinaryMembers.all(of: bytes) else { continue }
            for member in members where !member.value.isEmpty {
                let value = UnsafeRawBufferPointer(rebasing: bytes[member.value])
                if let text = String(validating: value, as: UTF8.self), isWanted(text[...]) {
                    return true
                }
                if depth < depthMax { rest.append((value, depth + 1)) }
            }
        }
        return false
    }
}
