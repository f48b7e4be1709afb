import Kernel
import Metering
import Observability
import Testing
import Wire

@testable import Hub

/// Hubs of several nodes, with a bus between them, and one clock.
struct HubTown {
    var worlds: [HubWorld]
    /// Nodes that hear and say nothing.
    var cut: Set<Int> = []

    init(_ count: Int) {
        worlds = (0..<count).map { index in
            var world = HubWorld()
            world.core.share(NodeHorizon())
            world.core.neighbours?.number = index + 1
            world.core.take(.isUp, at: world.now)
            return world
        }
        pass(.seconds(5))
    }

    /// Time passes on all nodes.
    mutating func pass(_ duration: Duration) {
        for _ in 0..<Int(duration / .milliseconds(100)) {
            for index in worlds.indices { worlds[index].pass(.milliseconds(100)) }
            exchange()
        }
    }

    /// What nodes have said is brought to the others, as bytes.
    mutating func exchange() {
        for _ in 0..<3 {
            for index in worlds.indices {
                let said = worlds[index].takeMessages()
                guard !cut.contains(index) else { continue }
                for other in worlds.indices where other != index && !cut.contains(other) {
                    let heard = said.compactMap { message in
                        NodeMessage.read(message.bytes(from: index + 1), for: message.user)
                    }
                    worlds[other].core.take(.heard(heard), at: worlds[other].now)
                    worlds[other].collect()
                }
            }
        }
    }

    /// The messages to a connection of a node since the last call.
    mutating func told(_ index: Int, _ key: ConnectionKey) -> [String] {
        exchange()
        return worlds[index].told(key)
    }

    /// A node polls the data, and finds commits of other nodes.
    mutating func look(_ index: Int, _ entries: [NodeNews.Entry], horizon: Int64 = 1) {
        let news = NodeNews(entries: entries, horizon: horizon)
        worlds[index].complete(.nodes(news))
    }
}

@Suite struct `Hubs of several nodes` {
    private let ana = ConnectionKey.number(1)
    private let ben = ConnectionKey.number(2)

    /// Ben is on the first node, and knows of Ana.
    private func town(_ count: Int = 2, areFriends: Bool = true) -> HubTown {
        var town = HubTown(count)
        town.worlds[0].signIn(ben, "ben", 2, friends: areFriends ? [1] : [])
        town.pass(.seconds(2))
        _ = town.told(0, ben)
        return town
    }

    @Test func `tell friends of one another who comes and goes`() {
        var town = town()
        town.worlds[1].signIn(ana, "ana", 1, friends: [2])
        town.pass(.seconds(2))
        #expect(town.told(0, ben) == [#"{"presence":{"user":"ana","online":true}}"#])
        #expect(town.worlds[0].core.board.standing(of: 1) == .online)
        town.worlds[1].close(ana)
        town.pass(.seconds(5))
        let told = town.told(0, ben)
        #expect(told.count == 1 && told[0].contains(#""lastSeen""#), "\(told)")
        #expect(town.worlds[0].core.board.standing(of: 1) != .online)
    }

    @Test func `send nothing to strangers, nor about invisible users`() {
        var town = town()
        town.worlds[1].signIn(.number(3), "cleo", 3, friends: [4])
        town.worlds[1].signIn(
            ana, "ana", 1, friends: [2], discretion: Discretion(isInvisible: true))
        town.worlds[1].complete(.discretion(1, Discretion(isInvisible: true)))
        town.pass(.seconds(5))
        #expect(town.told(0, ben) == [])
        #expect(town.worlds[0].core.board.standing(of: 1) != .online)
        // The notifiers still know that the user is connected.
        #expect(town.worlds[0].core.isElsewhere(1))
    }

    @Test func `show a user on two of them as one presence`() {
        var town = town(3)
        town.worlds[1].signIn(ana, "ana", 1, friends: [2], device: "laptop")
        town.worlds[2].signIn(ana, "ana", 1, friends: [2], device: "phone")
        town.pass(.seconds(5))
        #expect(town.told(0, ben).count == 1)
        town.worlds[1].close(ana)
        town.pass(.seconds(5))
        #expect(town.told(0, ben) == [])
        #expect(town.worlds[0].core.board.standing(of: 1) == .online)
        town.worlds[2].close(ana)
        town.pass(.seconds(5))
        #expect(town.told(0, ben).count == 1)
    }

    @Test func `miss a node within ten seconds, and all who were on it`() {
        var town = town()
        town.worlds[1].signIn(ana, "ana", 1, friends: [2])
        town.pass(.seconds(2))
        #expect(town.told(0, ben).count == 1)
        town.cut = [1]
        town.pass(.seconds(10))
        let told = town.told(0, ben)
        #expect(told.count == 1 && told[0].contains(#""lastSeen""#), "\(told)")
        // It was only stopped.
        town.cut = []
        town.pass(.seconds(5))
        #expect(town.told(0, ben) == [#"{"presence":{"user":"ana","online":true}}"#])
    }

    @Test func `mend what a bus has lost`() {
        var town = town()
        town.worlds[1].signIn(ana, "ana", 1, friends: [2])
        for _ in 0..<10 {
            town.worlds[1].pass(.milliseconds(50))
            _ = town.worlds[1].takeMessages()
        }
        town.pass(.seconds(3))
        #expect(town.told(0, ben) == [#"{"presence":{"user":"ana","online":true}}"#])
    }

    @Test func `know nothing of the others without a bus`() {
        var town = town()
        town.worlds[1].signIn(ana, "ana", 1, friends: [2])
        town.pass(.seconds(2))
        _ = town.told(0, ben)
        for index in 0..<2 {
            town.worlds[index].core.take(.isDown("cut"), at: town.worlds[index].now)
        }
        town.cut = [0, 1]
        town.pass(.seconds(20))
        #expect(town.told(0, ben) == [])
        #expect(town.worlds[0].core.board.standing(of: 3) == .unknown)
    }

    @Test func `end the session of a device that has gone on to another`() {
        var town = HubTown(2)
        for index in 0..<2 { town.worlds[index].signIn(ana, "ana", 1, device: "laptop") }
        let claims = (0..<2).map { index in
            Signal.claimed(1, session: town.worlds[index].core.sessionCount, device: "laptop")
        }
        for index in 0..<2 {
            let entries = claims.enumerated().map { place, claim in
                NodeNews.Entry(
                    id: Int64(place + 1), transaction: 5, isOwn: place == index, signal: claim)
            }
            // The own one may be found later than that of the other.
            town.look(index, entries.filter { !$0.isOwn })
            town.look(index, entries)
        }
        #expect(
            town.told(0, ana) == ["closed 4409: a newer connection of this device took over"])
        #expect(town.told(1, ana) == [])
    }

    @Test func `do what another has committed once, however often it is found`() {
        var town = town()
        town.worlds[1].signIn(ana, "ana", 1, friends: [2])
        town.pass(.seconds(2))
        _ = town.told(0, ben)
        let ended = NodeNews.Entry(
            id: 1, transaction: 5, signal: .relation(1, 2, exists: false))
        let made = NodeNews.Entry(id: 2, transaction: 6, signal: .relation(1, 2, exists: true))
        town.look(0, [ended])
        town.look(0, [ended, made])
        #expect(town.told(0, ben).count == 2)
        town.look(0, [ended])
        #expect(town.told(0, ben) == [])
        town.look(0, [], horizon: 7)
        town.look(0, [ended], horizon: 4)
        #expect(town.told(0, ben) == [])
    }

    @Test func `tell nobody who is online of a friendship that began and ended meanwhile`() {
        var town = town(areFriends: false)
        town.worlds[1].signIn(ana, "ana", 1, friends: [])
        town.pass(.seconds(2))
        _ = town.told(0, ben)
        let made = NodeNews.Entry(id: 1, transaction: 5, signal: .relation(1, 2, exists: true))
        let ended = NodeNews.Entry(
            id: 2, transaction: 6, signal: .relation(2, 1, exists: false))
        town.look(0, [made, ended])
        #expect(town.told(0, ben).allSatisfy { !$0.contains("ana") })
        #expect(town.worlds[0].core.users[2]?.friends?.all == [])
    }

    @Test func `believe the later of an own commit and another's, whichever they hear of first`() {
        var town = town()
        town.look(0, [], horizon: 1)
        // Ended here, after another node had made it anew.
        town.worlds[0].complete(.relation(1, 2, exists: false))
        let made = NodeNews.Entry(id: 1, transaction: 5, signal: .relation(1, 2, exists: true))
        town.look(0, [made])
        #expect(town.worlds[0].core.users[2]?.friends?.all == [])
        let own = NodeNews.Entry(
            id: 2, transaction: 6, isOwn: true, signal: .relation(1, 2, exists: false))
        town.look(0, [made, own])
        #expect(town.worlds[0].core.users[2]?.friends?.all == [])
        // Made anew elsewhere, after all.
        let again = NodeNews.Entry(id: 3, transaction: 7, signal: .relation(1, 2, exists: true))
        town.look(0, [made, own, again])
        #expect(town.worlds[0].core.users[2]?.friends?.all == [1])
    }

    @Test func `end what sessions an administrator ends, and hear him`() {
        var town = town()
        for key in [ana, ben] { town.worlds[1].signIn(key, key == ana ? "ana" : "ben", 1) }
        town.worlds[1].close(ben)
        town.worlds[1].signIn(ben, "ben", 2)
        town.pass(.seconds(2))
        for index in 0..<2 { _ = town.told(index, ben) }
        let kicked = town.worlds[0].core.kick("ben", number: nil, at: town.worlds[0].now)
        #expect(kicked?.count == 1 && kicked?.isTold == true)
        let end = "closed 4411: an administrator ended this session"
        #expect(town.told(0, ben) == [end])
        // Its own is done.
        town.worlds[0].complete(.kicked(2))
        town.look(1, [NodeNews.Entry(id: 1, transaction: 5, signal: .kicked(2))])
        #expect(town.told(1, ben) == [end])
        _ = town.told(1, ana)
        town.look(1, [NodeNews.Entry(id: 2, transaction: 6, signal: .announced("at 22:00"))])
        #expect(town.told(1, ana) == [#"{"notice":{"text":"at 22:00"}}"#])
        #expect(town.worlds[0].core.nodes(of: "ana") == [2])
    }

    @Test func `know of nobody to kick when nobody is there, and in doubt ask the others`() {
        var town = town()
        let now = town.worlds[0].now
        #expect(town.worlds[0].core.kick("cleo", number: nil, known: 3, at: now) == nil)
        town.worlds[0].core.take(.isDown("cut"), at: now)
        let kicked = town.worlds[0].core.kick("cleo", number: nil, known: 3, at: now)
        #expect(kicked?.count == 0 && kicked?.isTold == true)
        #expect(town.worlds[0].core.kick("cleo", number: 1, known: 3, at: now) == nil)
        let meter = town.worlds[0].core.meter.nodes
        #expect(meter.isDown.current == 1 && meter.outages.current == 1)
        town.worlds[0].core.take(.isUp, at: now)
        #expect(meter.isDown.current == 0 && meter.outages.current == 1)
    }

    @Test func `tell nothing of a friend that was on its way when the friendship ended`() {
        var town = town()
        let ended = NodeNews.Entry(
            id: 1, transaction: 5, signal: .relation(1, 2, exists: false))
        var typing = RoomTyping()
        (typing.from, typing.room, typing.on) = ("ana", "ana:ben", true)
        let hint = NodeHint(
            HintPart(key: "typing", about: 1, body: .roomTyping(typing)), on: nil)
        for (isDue, count) in [(false, 1), (true, 0)] {
            if isDue { town.look(0, [ended]) }
            _ = town.told(0, ben)
            town.worlds[0].core.take(
                .heard([(node: 2, message: .hint(hint, for: 2))]), at: town.worlds[0].now)
            town.worlds[0].collect()
            #expect(town.told(0, ben).count { $0.contains("roomTyping") } == count)
        }
    }

    @Test func `ask again for friends when another has changed them meanwhile`() {
        var town = HubTown(2)
        let world = 0
        // Asked, and not answered.
        let caller = Caller(user: 2, username: "ben", token: 1)
        let grant = SessionGrant(caller: caller, device: "d", cursor: 0, top: 0, isSilent: false)
        town.worlds[world].complete(.signedIn(grant), from: ben)
        town.worlds[world].collect()
        town.look(
            world,
            [
                NodeNews.Entry(id: 1, transaction: 5, signal: .relation(1, 2, exists: false))
            ])
        town.worlds[world].complete(.friends(2, [1]))
        #expect(town.worlds[world].core.users[2]?.friends == nil)
        town.worlds[world].complete(.friends(2, []))
        #expect(town.worlds[world].core.users[2]?.friends?.all == [])
    }
}
