import Friends
import Kernel
import Storage
import SwiftProtobuf
import TestSupport
import Testing
import Wire

extension `Data of an earlier version` {
    @Test func `keep who is in which group, without an invitation`() throws {
        let data = try EarlierData(without: "rooms.6", "privacy.invitations") {
            (transaction) throws(Refusal) in
            try Self.gather(in: transaction)
        }
        let call = { (command: ClientMessage.OneOf_Command, user: User.ID, name: String) in
            try data.call(command, as: user, name)
        }
        guard case .groupPage(let page) = try call(.groupRead(.with { $0.room = "#17" }), 2, "ben"),
            case .roomPage(let history) = try call(
                .roomHistory(.with { $0.with = "#17" }), 2, "ben"),
            case .rooms(let rooms) = try call(.roomList(RoomList()), 2, "ben"),
            case .privacy(let privacy) = try call(.privacyRead(PrivacyRead()), 2, "ben")
        else { throw NotThatKind(what: "a page, a list and settings") }
        #expect(page.members.map(\.user.username) == ["ana", "ben"] && page.invited == [])
        #expect(history.messages.map(\.text) == ["hi"] && history.mark.unread == 1)
        #expect(rooms.rooms.map(\.with) == ["#17"] && rooms.invitations == [])
        #expect(privacy.invitations && privacy.invisible)
    }

    @Test func `keep messages of groups, whose members are mentioned from now on`() throws {
        let data = try EarlierData(without: "rooms.mentions") { (transaction) throws(Refusal) in
            try Self.gather(in: transaction)
        }
        let send = RoomSend.with {
            ($0.to, $0.text, $0.replyTo, $0.cid) = ("#17", "@ben?", 1, "k1")
        }
        _ = try data.call(.roomSend(send))
        guard
            case .roomPage(let page) = try data.call(
                .roomHistory(.with { $0.with = "#17" }), as: 2, "ben")
        else { throw NotThatKind(what: "a page") }
        #expect(page.messages.map(\.mentions) == [[], ["ben"]])
        #expect(page.messages.map(\.replyTo) == [0, 1])
        #expect(page.mark.mentioned && page.mark.unread == 2)
    }

    @Test func `keep who is up for what among friends and in groups, and their matches`() throws {
        let data = try EarlierData(
            without: "activities.9", "activities.10", "activities.11"
        ) { (transaction) throws(Refusal) in
            try Self.gather(in: transaction)
            try Self.turnOn(in: transaction)
        }
        guard case .activities(let own) = try data.call(.activityList(ActivityList())),
            case .matches(let matches) = try data.call(.matchList(MatchList()))
        else { throw NotThatKind(what: "activities and matches") }
        #expect(own.activities.filter(\.on).map(\.activity) == ["gym"])
        #expect(matches.matches.map(\.activity) == ["gym"])
        let up = GroupUp.with { ($0.room, $0.activity, $0.on) = ("#17", "coffee", true) }
        guard case .groupUpState(let state) = try data.call(.groupUp(up)) else {
            throw NotThatKind(what: "a state")
        }
        #expect(state.with.map(\.username) == ["ben"])
        // The match of the two lasts: neither gets another event.
        let count = try data.store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.first(
                Query<Int64>("SELECT count(*) FROM inbox") { columns throws(StoreError) in
                    try columns.integer()
                })
        }
        #expect(count == 0)
    }

    private static func turnOn(in transaction: Transaction) throws(Refusal) {
        let later = SettableClock.start.advanced(by: .seconds(3_600))
        try transaction.run("INSERT INTO bond (low, kind, high, since_ms) VALUES (1, 0, 2, 0)")
        for user: Int64 in [1, 2] {
            try transaction.run(
                """
                INSERT INTO activity_state (user_id, activity, expires_ms)
                VALUES (\(user), 'gym', \(later))
                """)
            try transaction.run(
                "INSERT INTO group_toggle VALUES (7, 'coffee', \(user), \(later), 1)")
        }
        try transaction.run(
            "INSERT INTO group_meeting VALUES (7, 'coffee', 1, 2, NULL), (7, 'eat', 1, 2, 3)")
        try transaction.run(
            """
            INSERT INTO activity_match (id, low, high, activity, began_ms, is_over)
            VALUES (11, 1, 2, 'gym', 0, 0)
            """)
    }

    /// A group of two with a message, before there were invitations.
    private static func gather(in transaction: Transaction) throws(Refusal) {
        let message = RoomMessage.with {
            ($0.room, $0.seq, $0.from, $0.text) = ("#17", 1, "ana", "hi")
        }
        let event = InboxEvent(.roomMessage(message), atMilliseconds: 0)
        try transaction.run("INSERT INTO event VALUES (9, 0, \(event.stored), 1000000000)")
        try transaction.run(
            """
            INSERT INTO room_group (room_id, number, name, owner, code, members, made_ms, is_team)
            VALUES (7, 17, 'Lunch', 1, '', 2, 0, 0)
            """)
        for (id, name) in [(Int64(1), "ana"), (2, "ben")] {
            try transaction.run(
                """
                INSERT INTO account (id, username, email, display_name, password_hash, created_ms)
                VALUES (\(id), \(name), \(name), \(name), '', 0)
                """)
            try transaction.run(
                """
                INSERT INTO room_member
                    (room_id, user_id, id, since, first, joined_ms, is_in, is_barred)
                VALUES (7, \(id), \(id), 0, 0, 0, 1, 0)
                """)
            try transaction.run(
                "INSERT INTO room_mark (room_id, user_id, seq) VALUES (7, \(id), 0)")
        }
        try transaction.run(
            """
            INSERT INTO room_message (room_id, seq, author, event_id, said, in_group)
            VALUES (7, 1, 1, 9, 1, 1)
            """)
        try transaction.run(
            """
            INSERT INTO privacy (user_id, is_invisible, shares_typing, shares_receipts)
            VALUES (2, 1, 1, 1)
            """)
    }
}
