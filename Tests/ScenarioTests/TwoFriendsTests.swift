import Client
import Testing
import Wire

@testable import Server

@Suite(.timeLimit(.minutes(5)), .onOwnThreads) struct `Two friends` {
    @Test(arguments: WireFormat.allCases)
    func `talk, are up for the same thing, and both receive the match`(format: WireFormat)
        async throws
    {
        let site = try Site()
        let ana = try await site.person("ana", format)
        let ben = try await site.person("ben", format)
        try await ana.signUp()
        try await ben.signUp()
        try await ana.befriend(ben)

        let sent = try await ana.send("lunch?", to: "ben", cid: "1")
        #expect(sent.room == "ana:ben")
        #expect(sent.seq == 1)
        let received = try await ben.message()
        #expect(received.text == "lunch?")
        #expect(received.displayName == "ana")
        #expect(try await ana.message() == received)

        try await ana.set("coffee", on: true)
        try await ben.set("coffee", on: true)
        #expect(try await ana.match().with.username == "ben")
        #expect(try await ben.match().with.username == "ana")

        for person in [ana, ben] {
            let seqs = await person.seqs
            #expect(seqs == Array(1...UInt32(seqs.count)))
            await person.close()
        }
        await site.stop()
    }

    /// What a turn of the loop has no time for is put off.
    @Test func `have a burst of long messages on each of their devices, in order`() async throws {
        let site = try Site()
        let ana = try RawPeer.user("ana", at: site)
        let first = try RawPeer(port: site.daemon.port)
        _ = try first.upgrade()
        let token = try first.register("ben")
        let devices = try (0..<16).map { number in
            let device = try RawPeer(port: site.daemon.port)
            _ = try device.upgrade()
            device.say(RawPeer.open(token, device: "d\(number)"))
            while try !device.next().contains("session") {}
            return device
        }
        ana.say(#"{"id":3,"friendRequest":{"to":"ben"}}"#)
        while try !devices[0].next().contains("friendRequested") {}
        devices[0].say(#"{"id":3,"friendAccept":{"from":"ana"}}"#)
        while try !ana.next().contains("friendAdded") {}
        let (numbers, filling) = (100..<160, String(repeating: "x", count: 3_900))
        for number in numbers {
            ana.say(
                #"{"id":\#(number),"roomSend":{"to":"ben","cid":"\#(number)","#
                    + #""text":"\#(number) \#(filling)"}}"#)
        }
        for device in devices {
            for number in numbers {
                var event = ""
                repeat { event = try device.next() } while !event.contains("xxx")
                #expect(event.contains(#""\#(number) x"#), "\(event.prefix(300))")
            }
        }
        await site.stop()
    }

    @Test(arguments: WireFormat.allCases)
    func `find everything after a restart, exactly once`(format: WireFormat) async throws {
        let site = try Site()
        let ana = try await site.person("ana", format)
        let ben = try await site.person("ben", format)
        try await ana.signUp()
        try await ben.signUp()
        try await ana.befriend(ben)
        try await ana.set("gym", on: true)
        let position = await ana.leave()
        try await ben.send("while you were away", to: "ana", cid: "1")
        _ = try await ben.message()

        try await site.restart()

        try await ben.resumed()
        try await ben.send("and after", to: "ana", cid: "2")
        try await ana.comeBack(from: position)
        #expect(try await ana.message().text == "while you were away")
        #expect(try await ana.message().text == "and after")
        #expect(try await ben.message().text == "and after")

        guard case .rooms(let rooms) = try await ana.call(.roomList(RoomList())),
            case .activities(let activities) = try await ana.call(.activityList(ActivityList())),
            case .friends(let friends) = try await ana.call(.friendList(FriendList()))
        else {
            Issue.record("an answer of the wrong kind")
            return
        }
        #expect(rooms.unread == 2)
        #expect(activities.activities.filter(\.on).map(\.activity) == ["gym"])
        #expect(friends.friends.map(\.user.username) == ["ben"])
        // One node hears from another a moment later.
        #expect(friends.friends.map(\.online) == [true] || Site.nodeCount > 1)

        let seen = (ana: await ana.seqs, ben: await ben.seqs)
        #expect(seen.ana == Array((position.seq + 1)...(position.seq + UInt32(seen.ana.count))))
        #expect(seen.ben == Array(1...UInt32(seen.ben.count)))
        await ana.close()
        await ben.close()
        await site.stop()
    }

    @Test func `see one another come and go, as one however many devices`() async throws {
        let site = try Site()
        let ana = try await site.person("ana")
        let ben = try await site.person("ben")
        try await ana.signUp()
        try await ben.signUp()
        try await ana.befriend(ben)
        #expect(try await ana.presence().online == true)
        let position = await ben.leave()
        #expect(try await ana.presence().online == false)
        try await ben.comeBack(from: position)
        #expect(try await ana.presence().online == true)
        await ana.close()
        await ben.close()
        await site.stop()
    }

    @Test func `log out and in as another user on the same socket`() async throws {
        let site = try Site()
        let ana = try await site.person("ana")
        try await ana.signUp()
        try await ana.call(.accountLogout(AccountLogout()))
        await #expect(throws: ClientError.self) { try await ana.call(.friendList(FriendList())) }
        var login = AccountLogin()
        login.login = "ana@example.org"
        login.password = "correct horse"
        login.device = "test"
        guard case .account(let account) = try await ana.call(.accountLogin(login)) else {
            Issue.record("no account")
            return
        }
        var open = SessionOpen()
        open.token = account.token
        open.device = "test"
        try await ana.call(.sessionOpen(open))
        try await ana.call(.friendList(FriendList()))
        await ana.close()
        await site.stop()
    }
}
