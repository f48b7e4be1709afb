/// Words as a shell reads them.
enum ShellWord {
    /// A command line of these words.
    static func line(_ words: [String]) -> String {
        words.map(quoted).joined(separator: " ")
    }

    /// The word, quoted if a shell would make something else of it.
    static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:=,".contains($0) }
        guard !isPlain || word.isEmpty else { return word }
        let parts = word.split(separator: "'", omittingEmptySubsequences: false)
        return "'\(parts.joined(separator: #"'\''"#))'"
    }
}
