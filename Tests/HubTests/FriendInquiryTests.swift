import Kernel
import Testing

@testable import Hub

/// The users whose friends the store is asked for, and when.
@Suite struct `An inquiry about friends` {
    private static let start = Duration.seconds(10)

    private static func inquiry(about count: Int64) -> FriendInquiry {
        var inquiry = FriendInquiry()
        for user in 1...count { inquiry.add(User.ID(rawValue: user)) }
        return inquiry
    }

    @Test func `is about a hundred at a time`() {
        var inquiry = Self.inquiry(about: 250)
        let first = inquiry.next(at: Self.start)
        #expect(first.count == 100)
        #expect(inquiry.next(at: Self.start) == [])
        for user in first { inquiry.remove(user) }
        #expect(inquiry.next(at: Self.start).first == User.ID(rawValue: 101))
    }

    @Test func `gets past a user whom the store cannot answer for`() {
        var inquiry = Self.inquiry(about: 250)
        var now = Self.start
        var told: Set<User.ID> = []
        for _ in 1...400 where told.count < 249 {
            let asked = inquiry.next(at: now)
            if asked.contains(User.ID(rawValue: 7)) {
                now += .seconds(2)
                inquiry.giveUp(at: now)
            } else {
                for user in asked { inquiry.remove(user) }
                told.formUnion(asked)
            }
        }
        #expect(told.count == 249)
        #expect(now - Self.start < .seconds(30))
    }
}
