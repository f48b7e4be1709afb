/// When somebody was whose friend, by the inbox.
struct Friendships: Sendable {
    /// By friend: behind which event it began or ended, oldest first.
    private var changes: [Int: [(position: UInt32, isFriend: Bool)]] = [:]
    /// When they began, by the server's clock and the event that says so.
    private var beginnings: [UInt32: Int64] = [:]

    init(_ statement: Statement) {
        for (index, entry) in statement.inbox.enumerated() {
            let position = UInt32(clamping: index + 1)
            switch entry {
            case .befriended(let friend): changes[friend, default: []].append((position, true))
            case .parted(let friend): changes[friend, default: []].append((position, false))
            default: break
            }
        }
        for device in statement.devices {
            beginnings.merge(device.beginnings) { one, _ in one }
        }
    }

    /// Whether somebody was a friend behind that event.
    func include(_ whose: Int, at position: UInt32) -> Bool {
        changes[whose]?.last { $0.position <= position }?.isFriend ?? false
    }

    /// Whether somebody became a friend later than that event; and not later than that moment of
    /// the server's clock.
    func begin(with whose: Int, after position: UInt32, by time: Int64 = .max) -> Bool {
        changes[whose]?.contains {
            $0.position > position && $0.isFriend && beginnings[$0.position] ?? 0 <= time
        } ?? false
    }
}
