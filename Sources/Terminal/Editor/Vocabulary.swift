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
    /// Those who asked to be friends.
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
            "mute", "unmute", "block", "did", "why":
            .friend
        case "accept", "decline": .asker
        default: .nothing
        }
    }
}
