import Glibc

/// `Tests/Yardstick/commit.c`, compiled: a commit alone in plain C.
enum CommitYardstick {
    /// Runs it, and returns the processor time of a commit of one page.
    static func microseconds(_ program: String) throws(LoadFailure) -> Double {
        guard let pipe = popen(ShellWord.line([program, "1"]), "r") else {
            throw LoadFailure("cannot run \(program)")
        }
        var line = [UInt8](repeating: 0, count: 256)
        let count = fread(&line, 1, line.count, pipe)
        let text = String(decoding: line.prefix(count), as: UTF8.self)
        guard pclose(pipe) == 0, let found = microseconds(in: text) else {
            throw LoadFailure("\(program) did not measure a commit")
        }
        return found
    }

    /// The figure in `1 pages: 170 us of processor a commit, …`; nil in any other line.
    static func microseconds(in line: String) -> Double? {
        let words = line.split(separator: " ")
        guard let unit = words.firstIndex(of: "us"), unit > 0 else { return nil }
        return Double(words[unit - 1])
    }
}
