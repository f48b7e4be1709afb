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
