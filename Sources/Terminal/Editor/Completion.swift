/// What TAB does to a line.
enum Completion: Equatable, Sendable {
    /// These characters are put in at the cursor.
    case insert(String)
    /// There are several ways to go on.
    case choices([String])
    case nothing

    /// - Parameters:
    ///   - head: the line up to the cursor.
    ///   - vocabulary: what can be completed; with `slash`, only behind a `/`, as in a
    ///     conversation.
    init(_ head: String, from vocabulary: Vocabulary, slash: Bool) {
        var text = head[...]
        if text.hasPrefix("/") {
            text = text.dropFirst()
        } else if slash {
            self = .nothing
            return
        }
        let words =
            text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
            + (text.isEmpty || text.hasSuffix(" ") ? [""] : [])
        let typed = words.last ?? ""
        let found = vocabulary.candidates(for: words)
        guard let first = found.first else {
            self = .nothing
            return
        }
        let shared = found.dropFirst().reduce(first) { Self.commonPrefix($0, $1) }
        let more = String(shared.dropFirst(typed.count))
        if found.count == 1 {
            self = .insert(more + " ")
        } else {
            self = more.isEmpty ? .choices(found) : .insert(more)
        }
    }

    private static func commonPrefix(_ one: String, _ other: String) -> String {
        String(zip(one, other).prefix { $0 == $1 }.map(\.0))
    }
}
