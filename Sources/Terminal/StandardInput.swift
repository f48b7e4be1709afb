/// What is piped into the program.
enum StandardInput {
    /// Everything up to its end, without the last line's break.
    static func text() -> String {
        var lines: [String] = []
        while let line = readLine() { lines.append(line) }
        return lines.joined(separator: "\n")
    }
}
