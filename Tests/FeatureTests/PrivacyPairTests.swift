import Glibc
import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Two features together say nothing of a person that neither may say alone.
///
/// Ana does something in one feature that only cleo may know, in one of two worlds; in both she
/// uses another feature with ben. Every byte of all others is the same in both worlds: of ben, a
/// friend who is left out, and of dora, who is a friend of his alone.
@Suite struct `Two features of one person` {
    /// What one feature is used for.
    struct Facet: Sendable {
        typealias Deed = @Sendable (World) throws -> Void
        typealias Turn = @Sendable (World, _ round: Int) throws -> Void

        let name: String
        /// In both worlds, whichever of the two features it is.
        var before: Deed = { _ in }
        /// In both worlds, when this is the secret: for whom it is not meant.
        var hide: Deed = { _ in }
        /// In one world: what nobody but ana and cleo may know.
        let secret: Turn
        /// In both worlds: what ana shows ben.
        var usual: Turn = { _, _ in }
        /// What ben and dora do by themselves, to see what comes of it.
        var own: @Sendable (Person, _ round: Int) throws -> Void = { _, _ in }
        /// What one can look at.
        var looks: [ClientMessage.OneOf_Command] = []
    }

    /// Two different ones, or a secret alone.
    struct Couple: Sendable, CustomTestStringConvertible {
        let secret: Facet
        let usual: Facet?

        var testDescription: String { "\(secret.name) × \(usual?.name ?? "nothing")" }
    }

    /// A sample of them; `make privacy` has all.
    static let couples: [Couple] = {
        var all: [Couple] = []
        for secret in Facet.all {
            all.append(Couple(secret: secret, usual: nil))
            for usual in Facet.all where usual.name != secret.name {
                all.append(Couple(secret: secret, usual: usual))
            }
        }
        guard getenv("UPFOR_PRIVACY") == nil else { return all }
        return all.enumerated().filter { $0.offset % 9 == 0 || $0.element.usual == nil }
            .map(\.element)
    }()

    /// A user's bytes of six rounds, and how much time passes between them: a match may end, and
    /// be posted.
    private static func traces(
        of couple: Couple, isTrue: Bool, to observers: [String], counting: Bool = false
    ) throws -> [[[UInt8]]] {
        let world = try World(
            friends: [("ana", "ben"), ("ana", "cleo"), ("ben", "cleo")], playing: true)
        for name in ["dora", "eve"] { try world.signUp(name) }
        try world.ben.request("dora")
        try world.dora.accept("ben")
        if counting { world.entropy.count() }
        let facets = [couple.secret] + [couple.usual].compactMap(\.self)
        for facet in facets { try facet.before(world) }
        try couple.secret.hide(world)
        for (index, pause) in [20, 31, 920, 31, 7, 40].enumerated() {
            let round = index + 1
            if isTrue { try world.entropy.apart { try couple.secret.secret(world, round) } }
            try couple.usual?.usual(world, round)
            try world.pass(.seconds(pause))
            for name in ["ben", "dora"] {
                let person = world[dynamicMember: name]
                for facet in facets {
                    try facet.own(person, round)
                    for look in facet.looks {
                        for format in WireFormat.allCases { _ = try? person.call(look, format) }
                    }
                }
                _ = try person.openSession(token: world.token(of: name), after: 0)
            }
        }
        return observers.map { world[dynamicMember: $0].trace }
    }

    private static func difference(
        of couple: Couple, to observers: [String], counting: Bool = false
    ) throws -> Bool {
        let traces = try [true, false].map { isTrue in
            try Self.traces(of: couple, isTrue: isTrue, to: observers, counting: counting)
        }
        #expect(traces[0].allSatisfy { !$0.isEmpty })
        return traces[0] != traces[1]
    }

    @Test(arguments: couples)
    func `tell others nothing of what one of them hides`(couple: Couple) throws {
        #expect(try !Self.difference(of: couple, to: ["ben", "dora"]))
    }

    @Test(arguments: Facet.all.map { Couple(secret: $0, usual: nil) })
    func `tell those who may know`(couple: Couple) throws {
        #expect(try Self.difference(of: couple, to: ["ana", "cleo"]))
    }

    @Test func `are found to leak numbers that are counted, and toggles that are not hidden`()
        throws
    {
        for name in ["group", "duel", "partner", "team"] {
            let facet = try #require(Facet.all.first { $0.name == name })
            #expect(
                try Self.difference(
                    of: Couple(secret: facet, usual: nil), to: ["ben", "dora"], counting: true),
                "\(name)")
        }
        var activity = try #require(Facet.all.first { $0.name == "activity" })
        activity.hide = { _ in }
        let place = try #require(Facet.all.first { $0.name == "place" })
        #expect(
            try Self.difference(of: Couple(secret: activity, usual: place), to: ["ben", "dora"]))
    }
}

extension `Two features of one person`.Facet {
    static let all = [
        activity, place, circle, duel, group, chat, partner, friend, team, account, presence,
        block, report,
    ]

    /// Ana and cleo leave ben out of something.
    private static func leaveOut(_ world: World, _ activity: String) throws {
        for person in [world.ana, world.cleo] { try person.select("ben", for: activity, false) }
    }

    private static let activity = Self(
        name: "activity",
        hide: { try leaveOut($0, "gym") },
        secret: { world, round in
            try world.ana.set("gym", on: round % 3 != 0)
            try world.cleo.set("gym", on: round % 2 == 0)
        },
        usual: { world, round in
            for person in [world.ana, world.ben] { try person.set("coffee", on: round % 4 != 0) }
        },
        looks: [
            .matchList(.with { $0.past = true }), .asking(why: "ana", "gym"),
            .asking(why: "cleo", "gym"), .activityList(ActivityList()),
            .audienceList(.with { $0.activity = "gym" }),
        ])

    private static let place = Self(
        name: "place",
        hide: { try $0.ana.select("ben", for: "@place", false) },
        secret: { world, round in
            if round % 2 == 1 { try world.ana.checkIn(at: (52, Double(round)), "\(round)") }
        },
        usual: { world, round in
            // It names what ana may be up for.
            if round % 3 == 1 { try world.ana.checkIn("here \(round)") { $0.activity = "gym" } }
            if round == 5 { try world.ana.clearCheckin() }
        },
        looks: [
            .placeList(PlaceList()), .placeList(.box(50, 0, 55, 20, zoom: 3)),
            .placeFriendList(PlaceFriendList()), .placeSpot(.with { $0.cell = "0/2/1" }),
        ])

    /// Cleo ends a match that lasted; ana is still up for it.
    private static let circle = Self(
        name: "circle",
        before: { world in
            try world.cleo.tell(circle: false)
            for person in [world.ana, world.cleo] { try person.set("movie", on: true) }
            try world.pass(.seconds(1_000))
        },
        secret: { world, round in if round == 2 { try world.cleo.set("movie", on: false) } },
        usual: { world, round in
            if round == 1 || round == 4 {
                for person in [world.ana, world.ben] { try person.set("eat", on: round == 1) }
            }
        },
        own: { person, round in
            if round == 6, let post = try person.circlePage().posts.first {
                try person.like(post.id)
            }
        },
        looks: [.circleList(CircleList())])

    private static let duel = Self(
        name: "duel",
        hide: { try leaveOut($0, "wordgame") },
        secret: { world, round in
            for person in [world.ana, world.cleo] { try person.set("wordgame", on: round % 3 != 0) }
        },
        usual: { world, round in
            if round % 3 == 1 { _ = try world.ana.playDaily() }
        },
        own: { person, round in try person.set("wordgame", on: round % 2 == 1) },
        looks: [
            .wordDuelList(WordDuelList()), .wordProfileRead(.with { $0.username = "ana" }),
            .wordDailyRead(WordDailyRead()),
        ])

    private static let group = Self(
        name: "group",
        secret: { world, round in
            let room = try world.ana.makeGroup("Secret", with: "cleo")
            try world.cleo.say("\(round)", to: room)
        },
        usual: { world, round in
            guard round % 3 == 1 else { return }
            let room = try world.ana.makeGroup("Open", with: "ben", "cleo")
            try world.ana.say("hi \(round)", to: room)
        },
        own: { person, round in if round % 2 == 1 { try person.makeGroup("Own") } },
        looks: [.roomList(RoomList())])

    private static let chat = Self(
        name: "chat",
        secret: { world, round in
            let seq = try world.ana.say("secret \(round)", to: "cleo").seq
            try world.cleo.say("too", to: "ana", replyTo: seq)
            if round == 2 { try world.cleo.pin(1, with: "ana") }
            if round == 3 { try world.ana.delete(1, with: "cleo") }
        },
        usual: { world, round in try world.ana.say("hi \(round)", to: "ben") },
        looks: [
            .roomList(RoomList()), .roomHistory(.with { $0.with = "ana" }),
            .roomHistory(.with { $0.with = "cleo" }),
            .roomRead(.with { ($0.with, $0.seqs) = ("ana", [1, 2, 3]) }),
            .roomRead(.with { ($0.with, $0.seqs) = ("cleo", [1, 2, 3]) }),
            .roomSearch(.with { $0.text = "secret" }),
            .roomPins(.with { $0.with = "ana" }), .roomPins(.with { $0.with = "cleo" }),
        ])

    private static let partner = Self(
        name: "partner",
        before: { world in
            try world.ana.speak("en", learning: "zh")
            for person in [world.ben, world.cleo] { try person.speak("zh", learning: "en") }
        },
        secret: { world, round in
            if round == 1 {
                let made = try world.ana.match("cleo")
                try world.ana.offer(made.number, in: .seconds(600), "the park")
            }
        },
        usual: { world, round in
            if round == 2 { try world.ana.offer(world.ana.match("ben").number) }
            if round == 5 { try world.ana.part(world.ben.partners()[0].number) }
        },
        own: { person, round in
            guard person.name == "dora" else { return }
            if round == 3 { try person.speak("en", learning: "zh") }
            if round == 6 { _ = try person.match("ben") }
        },
        looks: [
            .partnerList(PartnerList()), .speakerFind(SpeakerFind()),
            .speakerRead(.with { $0.username = "ana" }),
        ])

    private static let friend = Self(
        name: "friend",
        secret: { world, round in
            switch round {
            case 1: try world.ana.request("eve")
            case 2: try world.eve.accept("ana")
            case 4: try world.ana.remove("eve")
            default: break
            }
        },
        usual: { world, round in
            if round == 2 { try world.ana.request("dora") }
            if round == 5 { try world.ana.withdraw("dora") }
        },
        looks: [
            .friendList(FriendList()), .mailboxList(MailboxList()),
            .userLookup(.with { $0.username = "ana" }), .userLookup(.with { $0.username = "eve" }),
        ])

    private static let team = Self(
        name: "team",
        before: { world in
            let number = try world.eve.gather().number
            for person in [world.ana, world.ben, world.cleo, world.dora] {
                try person.attend(number)
            }
            try world.cleo.project("Cleo's", at: number)
            try world.ben.project("Ben's", at: number)
        },
        secret: { world, round in
            let projects = try world.cleo.projects()
            if round == 1, let own = projects.first { try world.ana.swipe(own.number) }
            if round == 2 {
                let gathering = try world.cleo.gather("Secret").number
                try world.ana.attend(gathering)
                try world.ana.project("Secret", at: gathering)
            }
        },
        usual: { world, round in
            let gathering = try world.eve.ownGatherings().gatherings[0].number
            if round == 2 { try world.ana.project("Ana's", at: gathering) }
        },
        own: { person, round in
            let gathering = try person.ownGatherings().gatherings.last?.number ?? 0
            if round == 3 { try person.project("\(person.name)'s", at: gathering) }
            if round == 6 { _ = try person.gather("Of \(person.name)") }
            _ = try? person.projects(at: gathering)
            _ = try? person.deck(at: gathering)
            _ = try? person.attendees(of: gathering)
        },
        looks: [.gatheringList(GatheringList()), .projectList(ProjectList())])

    private static let account = Self(
        name: "account",
        secret: { world, round in
            if round == 1 { try world.ana.logIn() }
            if round == 2 { _ = try world.ana.renew() }
            if round == 4 { _ = try world.ana.mute("ben") }
        },
        usual: { world, round in if round % 3 == 2 { try world.ana.rename(to: "Ana \(round)") } },
        looks: [
            .friendList(FriendList()), .deviceList(DeviceList()), .privacyRead(PrivacyRead()),
        ])

    private static let presence = Self(
        name: "presence",
        hide: { try $0.ana.tell(receipts: false) },
        secret: { world, round in
            _ = try? world.ana.read("ben", upTo: .max)
            try world.ana.tell(typing: round % 2 == 0)
        },
        usual: { world, _ in try world.ana.acknowledge() },
        own: { person, round in
            if person.name == "ben" { try person.say("are you there? \(round)", to: "ana") }
        },
        looks: [.friendList(FriendList()), .roomHistory(.with { $0.with = "ana" })])

    private static let block = Self(
        name: "block",
        secret: { world, round in
            if round == 1 { try world.ana.block("eve") }
            if round == 4 { try world.ana.unblock("eve") }
        },
        looks: [.blockList(BlockList()), .userLookup(.with { $0.username = "ana" })])

    private static let report = Self(
        name: "report",
        secret: { world, round in if round == 2 { try world.ana.report("ben", .spam) } },
        looks: [.accountRead(AccountRead())])
}
