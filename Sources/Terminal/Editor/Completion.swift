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

/// The words that can be completed, each in its place.
struct Vocabulary: Equatable, Sendable {
    /// What stands behind a command.
    enum Kind: Equatable, Sendable {
        case friend
        case asker
        case nothing
    }

    var commands: [String] = []
    var friends: Set<String> = []
    /// The users who have sent a friend request.
    var askers: Set<String> = []
    var activities: [String] = []

    /// All that may stand where the last of `words` is being typed, in order; nothing that would
    /// put more into the line than its letters.
    func candidates(for words: [String]) -> [String] {
        let typed = words.last ?? ""
        let all = words.count <= 1 ? commands : choices(words)
        return all.filter { $0.hasPrefix(typed) && SafeText($0).line == $0 }
    }

    private func choices(_ words: [String]) -> [String] {
        let before = words[words.count - 2]
        if ["--only", "--add", "--drop", "--with"].contains(before) { return friends.sorted() }
        if ActivityName.place(of: words[0]) == words.count - 1 { return activities }
        guard words.count == 2 else { return [] }
        switch Self.kind(words[0]) {
        case .friend: return friends.sorted()
        case .asker: return askers.sorted()
        case .nothing: return words[0] == "help" ? commands : []
        }
    }

    private static func kind(_ command: String) -> Kind {
        switch command {
        case "chat", "send", "history", "read", "remove", "lookup", "edit", "delete", "react",
            "pin", "unpin", "pins", "poll", "vote", "mute", "unmute", "block", "did", "why":
            .friend
        case "accept", "decline": .asker
        default: .nothing
        }
    }
}

/// The newest lines that were shown, for a window that has to be painted again.
struct RecentLines: Equatable, Sendable {
    /// No window shows more.
    static let most = 500

    private var lines: [String] = []

    mutating func add(_ new: [String]) {
        lines += new
        // Now and then, so that adding costs no more than what is added.
        if lines.count > 2 * Self.most { lines.removeFirst(lines.count - Self.most) }
    }

    /// The last `count`, oldest first.
    func last(_ count: Int) -> ArraySlice<String> { lines.suffix(min(count, Self.most)) }
}
