import Kernel
import Testing
import Wire

/// Z5: a user who leaves may have as many friends as the limit allows.
@Suite struct `A user who leaves with a thousand friends` {
    private static let friendCount = 1_000

    @Test func `is parted from each of them in the one transaction`() throws {
        let world = try World()
        let ana = world.ana.id
        try world.daemon { (transaction) throws(Refusal) in
            for number in 1...Self.friendCount { try transaction.befriend(ana, number) }
        }
        try world.ana.set("coffee", on: true)
        #expect(try !world.ana.matches().isEmpty)
        try world.ana.deleteAccount()
        let parted = world.signals.filter {
            if case .relation(_, _, exists: false) = $0 { true } else { false }
        }
        #expect(parted.count == Self.friendCount)
    }
}

extension Transaction {
    /// A new account, a friend for long, that is up for coffee.
    fileprivate func befriend(_ user: User.ID, _ number: Int) throws(Refusal) {
        let friend: User.ID = makeID()
        let name = "friend\(number)"
        try run(
            """
            INSERT INTO account (id, username, email, display_name, password_hash, created_ms)
            VALUES (\(friend), \(name), \(name), \(name), '', \(now))
            """)
        // Ids ascend.
        try run(
            """
            INSERT INTO bond (low, kind, high, since_ms) VALUES (\(user), 0, \(friend), \(now))
            """)
        let later = now.advanced(by: .seconds(3_600))
        try run(
            """
            INSERT INTO toggle (user_id, room_id, activity, set_ms, expires_ms)
            VALUES (\(friend), 0, 'coffee', 0, \(later))
            """)
    }
}
