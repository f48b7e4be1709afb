/// When somebody was whose friend, by the inbox.
struct Friendships: Sendable {
    /// By friend: behind which event it began or ended, oldest first.
    private var changes: [Int: [(position: UInt32, isFriend: Bool)]] = [:]

    init(_ inbox: [InboxEntry]) {
        for (index, entry) in inbox.enumerated() {
            let position = UInt32(clamping: index + 1)
            switch entry {
            case .befriended(let friend): changes[friend, default: []].append((position, true))
            case .parted(let friend): changes[friend, default: []].append((position, false))
            default: break
            }
        }
    }

    /// Whether somebody was a friend behind that event.
    func include(_ whose: Int, at position: UInt32) -> Bool {
        changes[whose]?.last { $0.position <= position }?.isFriend ?? false
    }

    /// Whether somebody became a friend later than that event.
    func begin(with whose: Int, after position: UInt32) -> Bool {
        changes[whose]?.contains { $0.position > position && $0.isFriend } ?? false
    }
}
