import Accounts
import Friends
import Kernel
import SQLite
import Storage
import SwiftProtobuf
import TestSupport
import Testing
import Wire

/// Data of an earlier version: what was promised then holds now.
@Suite struct `Data of an earlier version` {
    @Test func `keep their unread messages and their replies`() throws {
        let send = RoomSend.with { ($0.to, $0.text, $0.cid) = ("ben", "hi", "k1") }
        let reply = RoomSent.with { ($0.room, $0.seq) = ("ana:ben", 5) }
        let data = try EarlierData({ $0.name.hasSuffix(".1") }) { (transaction) throws(Refusal) in
            try Self.fill(transaction, send, reply)
        }
        let unread = { (user: User.ID, name: String, friend: String) in
            let page = try data.call(
                .roomHistory(.with { ($0.with, $0.limit) = (friend, 1) }), as: user, name)
            guard case .roomPage(let page) = page else { throw NotThatKind(what: "a page") }
            return page.mark.unread
        }
        // ana, ben, ben, ana, ben; ben's mark is 2.
        #expect(try unread(1, "ana", "ben") == 3)
        #expect(try unread(2, "ben", "ana") == 1)
        let again = try data.call(.roomSend(send))
        #expect(again == .roomSent(reply))
        _ = try data.call(.saying("more", to: "ben", cid: "k2"))
        #expect(try unread(2, "ben", "ana") == 2)
    }

    @Test func `keep likes and comments, and how many there are`() throws {
        let data = try EarlierData(
            without: "friends.4", "partners.2", "circle.numbers", "circle.audience"
        ) { (transaction) throws(Refusal) in
            try Self.talk(in: transaction)
        }
        let post = "0000000000000001"
        let read = {
            let answer = try data.call(.circleRead(.with { $0.post = post }))
            guard case .circlePost(let post) = answer else { throw NotThatKind(what: "a post") }
            return post
        }
        let before = try read()
        #expect(before.likes == 2 && before.liked && before.commentCount == 3)
        #expect(before.comments.map(\.text) == ["one", "two", "three"])
        let unsay = CircleUnsay.with { ($0.post, $0.comment) = (post, "0000000000000002") }
        _ = try data.call(.circleUnsay(unsay), as: 2, "ben")
        #expect(try read().commentCount == 2)
    }

    @Test func `keep their outside identities, whose issuers get their address at the start`()
        throws
    {
        let data = try EarlierData(without: "accounts.10", issuers: WordOfMouth(names: ["home"])) {
            (transaction) throws(Refusal) in
            try transaction.signUp("ana")
            try transaction.run(
                "INSERT INTO identity VALUES ('home', 'a1', 1, 7), ('work', 'a1', 1, 8)")
        }
        for starter in data.catalog.starters { try data.write(starter) }
        let stored = try data.store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.all(.everyIdentity)
        }
        #expect(stored == ["home https://home.example.org a1 1 7", "work  a1 1 8"])
    }

    @Test func `keep their numbers, and the order of these`() throws {
        let data = try EarlierData({ !$0.name.hasSuffix(".numbers") || $0.name == "circle.numbers" }
        ) { (transaction) throws(Refusal) in
            try Self.count(in: transaction)
        }
        let create = GatheringCreate.with {
            $0.title = "Third"
            $0.starts = SettableClock.start.advanced(by: .seconds(60)).timestamp
            $0.ends = SettableClock.start.advanced(by: .seconds(120)).timestamp
        }
        let made = try data.call(.gatheringCreate(create))
        guard case .gathering(let third) = made else { throw NotThatKind(what: "a gathering") }
        #expect(third.number >= 1 << 24 && third.number < 1 << 31)
        let listed = try data.call(.gatheringList(GatheringList()))
        guard case .gatherings(let list) = listed else { throw NotThatKind(what: "a list") }
        #expect(list.gatherings.map(\.number) == [third.number, 18, 17])
        let behind = try data.call(.gatheringList(.with { $0.after = "18" }))
        guard case .gatherings(let rest) = behind else { throw NotThatKind(what: "a list") }
        #expect(rest.gatherings.map(\.number) == [17])
        let group = try data.call(.groupRead(.with { $0.room = "#17" }))
        guard case .groupPage(let page) = group else { throw NotThatKind(what: "a group") }
        #expect(page.group.name == "Rowing")
        let speaker = try data.call(.speakerRead(.with { $0.number = 1 }))
        guard case .speaker(let own) = speaker else { throw NotThatKind(what: "a profile") }
        #expect(own.number == 1 && own.firstName == "Ana")
    }

    /// What had numbers that were counted.
    private static func count(in transaction: Transaction) throws(Refusal) {
        try transaction.run(
            """
            INSERT INTO account (id, username, email, address, display_name, password_hash,
                created_ms)
            VALUES (1, 'ana', 'ana@example.org', 'ana@example.org', 'ana', '', 0)
            """)
        try transaction.run(
            """
            INSERT INTO team_person
                (number, user_id, skills, body, contact, picture, more, is_open)
            VALUES (1, 1, '', '', '', '', '', 1)
            """)
        for number: Int64 in [17, 18] {
            try transaction.run(
                """
                INSERT INTO gathering (number, title, body, place, starts_ms, ends_ms, picture,
                    more, attendees, projects, is_gone)
                VALUES (\(number), 'Day', '', '', 0, 1, '', '', 1, 0, 0)
                """)
            try transaction.run(
                """
                INSERT INTO team_attendance (gathering, person, role) VALUES (\(number), 1, 2)
                """)
        }
        try transaction.run(
            "INSERT INTO team_number (kind, last) VALUES ('person', 1), ('gathering', 18)")
        try transaction.run(
            """
            INSERT INTO room_group (room_id, number, name, owner, code, members, made_ms, is_team)
            VALUES (5, 17, 'Rowing', 1, '', 1, 0, 0)
            """)
        try transaction.run(
            """
            INSERT INTO room_member
                (room_id, user_id, id, since, first, joined_ms, is_in, is_barred)
            VALUES (5, 1, 6, 0, 0, 0, 1, 0)
            """)
        try transaction.run(
            "INSERT INTO speaker VALUES (1, 1, 'Ana', 'Lima', 'en', 'zh', '', 1, 7)")
    }

    @Test func `keep their addresses, which open the accounts while no mail is sent`() throws {
        let data = try EarlierData(without: "accounts.addresses", "mail.1") {
            (transaction) throws(Refusal) in
            try transaction.run(
                """
                INSERT INTO account (id, username, email, display_name, password_hash, created_ms)
                VALUES (1, 'ana', 'ana@example.org', 'ana', 'x', 0), (2, '-2', '-2', '', '', 0)
                """)
        }
        let accounts = try data.store.snapshot { (snapshot) throws(Refusal) in
            [try snapshot.first(.account(of: 1)), try snapshot.first(.account(of: 2))]
        }
        #expect(accounts.map { $0?.email } == ["ana@example.org", ""])
        #expect(accounts.map { $0?.isEmailVerified } == [false, false])
    }

    @Test func `keep the rounds that were begun, whose words had been counted`() throws {
        let data = try EarlierData(without: "words.answers") { (transaction) throws(Refusal) in
            try transaction.signUp("ana")
            try Self.ask(in: transaction)
        }
        let answer = WordAnswer.with { ($0.round, $0.choice) = ("0000000000000007", 2) }
        guard case .wordResult(let result) = try data.call(.wordAnswer(answer)),
            case .wordSeenPage(let seen) = try data.call(.wordSeenList(WordSeenList()))
        else { throw NotThatKind(what: "a result, and words") }
        #expect(result.won && result.word == "bee" && !result.failed)
        #expect(seen.words.map(\.word) == ["bee"] && seen.words.map(\.count) == [1])
    }

    /// A round that is not answered yet, as it was kept when its word counted at once.
    private static func ask(in transaction: Transaction) throws(Refusal) {
        let expires = SettableClock.start.advanced(by: .seconds(60))
        let asked = WordRound.with {
            ($0.round, $0.game, $0.language, $0.level) = ("0000000000000007", .chooseWord, "en", 1)
            ($0.choices, $0.expiresAt) = (["ant", "bee"], expires.timestamp)
        }
        let outcome = WordResult.with {
            ($0.round, $0.game, $0.language, $0.level) = ("0000000000000007", .chooseWord, "en", 1)
            ($0.word, $0.choice) = ("bee", 2)
        }
        let (first, last): ([UInt8]?, [UInt8]?) = (
            try? asked.serializedBytes(), try? outcome.serializedBytes()
        )
        try transaction.run(
            """
            INSERT INTO word_round
                (id, user_id, contest, game, language, asked, outcome, expires_ms, ended_ms)
            VALUES (7, 1, 0, \(Int64(WordGame.chooseWord.rawValue)), 'en', \(first ?? []),
                \(last ?? []), \(expires), NULL)
            """)
        try transaction.run("INSERT INTO word_seen VALUES (1, 'en', 'bee', 1, 1, 1, 5)")
    }

    @Test func `keep their log-ins, which are no guest's`() throws {
        let data = try EarlierData(without: "accounts.guests") { (transaction) throws(Refusal) in
            try transaction.signUp("ana")
            try transaction.run(
                """
                INSERT INTO token
                    (id, user_id, secret_hash, device, created_ms, expires_ms, ends_ms)
                VALUES (7, 1, \([UInt8]([1, 2])), 'phone', 0, 9000000000000, 9000000000000)
                """)
        }
        let answer = try data.call(.deviceList(DeviceList()))
        guard case .devices(let list) = answer else { throw NotThatKind(what: "devices") }
        #expect(list.devices.map(\.device) == ["phone"] && list.devices.map(\.guest) == [false])
    }

    /// A post that two people like, and three comments on it, before their numbers were kept.
    private static func talk(in transaction: Transaction) throws(Refusal) {
        try transaction.signUp("ana", "ben")
        try transaction.run("INSERT INTO friendship VALUES (1, 2, 0)")
        try transaction.run("INSERT INTO circle_post VALUES (1, 1, 2, 0, 'coffee', '', 0)")
        try transaction.run("INSERT INTO circle_like VALUES (1, 1), (1, 2)")
        try transaction.run(
            """
            INSERT INTO circle_comment (id, post_id, author, body, at_ms)
            VALUES (1, 1, 2, 'one', 0), (2, 1, 2, 'two', 0), (3, 1, 1, 'three', 0)
            """)
    }

    /// Two friends, five messages, a mark and a reply, as the first version wrote them.
    private static func fill(
        _ transaction: Transaction, _ send: RoomSend, _ reply: RoomSent
    ) throws(Refusal) {
        for (id, name) in [(Int64(1), "ana"), (2, "ben")] {
            try transaction.run(
                """
                INSERT INTO account VALUES (\(id), \(name), \(name), \(name), '', 0)
                """)
        }
        try transaction.run("INSERT INTO friendship VALUES (1, 2, 0)")
        try transaction.run("INSERT INTO room (id, low, high) VALUES (7, 1, 2)")
        for (seq, author) in [(Int64(1), Int64(1)), (2, 2), (3, 2), (4, 1), (5, 2)] {
            let event = InboxEvent(.roomMessage(.with { $0.text = "hi" }), atMilliseconds: 0)
            try transaction.run("INSERT INTO event VALUES (\(seq), 0, \(event.stored))")
            try transaction.run(
                "INSERT INTO room_message VALUES (7, \(seq), \(author), \(seq))")
        }
        try transaction.run("INSERT INTO room_mark VALUES (7, 2, 2)")
        let bytes: [UInt8] = (try? reply.serializedBytes()) ?? []
        try transaction.run(
            """
            INSERT INTO command_log VALUES (1, 'k1', \(digest(of: send)), 0, \(bytes))
            """)
    }

    /// FNV-1a, as the first version wrote it.
    static func digest(of command: RoomSend) -> Int64 {
        let bytes: [UInt8] = (try? command.serializedBytes()) ?? []
        return Int64(
            bitPattern: bytes.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in
                (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
            })
    }
}

extension Query where Row == String {
    fileprivate static var everyIdentity: Self {
        Query(
            """
            SELECT issuer, address, subject, user_id, since_ms FROM outside_identity
            ORDER BY issuer
            """
        ) { columns throws(StoreError) in
            let names = "\(try columns.text()) \(try columns.text()) \(try columns.text())"
            return "\(names) \(try columns.integer()) \(try columns.integer())"
        }
    }
}
