import Glibc
import Kernel
import SwiftProtobuf
import Testing
import Wire

/// After a block, nothing that one user did towards another is left for that other to read: not
/// when the block is taken back, and not when the account is deleted.
///
/// Ben does something in one of two worlds. In both, Ana blocks him, and does her part later. All
/// that she reads is the same.
@Suite struct `A block leaves nothing` {
    /// What ben does in a feature that he shares with ana, who is a friend of his.
    struct Deed: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// In both worlds.
        var before: @Sendable (World) throws -> Void = { _ in }
        /// In one world, before the block.
        let deed: @Sendable (World) throws -> Void
        /// In both worlds, after the block: ana's part of it.
        var answer: @Sendable (World) throws -> Void = { _ in }
        /// After which it leaves nothing.
        var endings = Ending.allCases
    }

    /// What comes after the block.
    enum Ending: CaseIterable, Sendable {
        case unblocked, deleted, unblockedAndDeleted

        func perform(_ world: World) throws {
            if self != .deleted { try world.ana.unblock("ben") }
            if self != .unblocked { try world.ben.deleteAccount() }
            try world.pass(.seconds(86_400))
        }
    }

    private static let looks: [ClientMessage.OneOf_Command] = [
        .friendList(FriendList()), .mailboxList(MailboxList()), .blockList(BlockList()),
        .roomList(RoomList()), .roomHistory(.with { $0.with = "ben" }),
        .roomPins(.with { $0.with = "ben" }),
        .roomRead(.with { ($0.with, $0.seqs) = ("ben", [1, 2]) }),
        .roomSearch(.with { $0.text = "secret" }), .matchList(.with { $0.past = true }),
        .asking(why: "ben", "coffee"), .circleList(CircleList()), .partnerList(PartnerList()),
        .speakerFind(SpeakerFind()), .placeList(.box(50, 0, 55, 20, zoom: 3)),
        .placeFriendList(PlaceFriendList()), .wordDuelList(WordDuelList()),
        .gatheringList(GatheringList()), .projectList(ProjectList()), .swipeList(SwipeList()),
        .userLookup(.with { $0.username = "ben" }), .accountExport(AccountExport()),
    ]

    /// All that ana reads after the block, byte by byte, and what of events she may read again.
    private static func read(
        _ deed: Deed, isDone: Bool, _ ending: Ending
    ) throws -> (answers: [[UInt8]], events: [Event]) {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")], playing: true)
        try world.signUp("dora")
        try deed.before(world)
        if isDone { try world.entropy.apart { try deed.deed(world) } }
        try world.pass(.seconds(40))
        try world.ana.block("ben")
        try ending.perform(world)
        let mark = world.answers["ana"]?.count ?? 0
        try? deed.answer(world)
        for look in looks { _ = try? world.ana.call(look) }
        let events = world.ana.numberedInbox.compactMap(\.event.body)
        return (Array((world.answers["ana"] ?? [])[mark...]), events)
    }

    /// Every deed with one ending; with `UPFOR_PRIVACY`, with each.
    private static let cases = deeds.enumerated().flatMap { number, deed in
        let endings =
            getenv("UPFOR_PRIVACY") == nil
            ? [deed.endings[number % deed.endings.count]] : deed.endings
        return endings.map { (deed, $0) }
    }

    @Test(arguments: cases)
    func `to read of what was done before it`(deed: Deed, ending: Ending) throws {
        let (done, usual) = (
            try Self.read(deed, isDone: true, ending), try Self.read(deed, isDone: false, ending)
        )
        #expect(done.answers.map(\.text) == usual.answers.map(\.text))
        #expect(done.events == usual.events)
    }

    static let deeds = [
        Deed(
            testDescription: "a swipe for a project of hers",
            before: { try gather($0) },
            deed: { _ = try $0.ben.swipe($0.ana.projects()[0].number) },
            answer: { _ = try $0.ana.swipe($0.ana.projects()[0].number, "ben") }),
        Deed(
            testDescription: "a swipe of her for a project of his",
            before: { try gather($0) },
            deed: { _ = try $0.ben.swipe($0.ben.projects()[0].number, "ana") },
            answer: { world in
                let gathering = try world.ana.ownGatherings().gatherings[0].number
                for project in try world.ana.projects(at: gathering) where project.role != .owner {
                    try world.ana.swipe(project.number)
                }
            }),
        Deed(
            testDescription: "a place that he waits for",
            before: { world in
                try gather(world)
                let project = try world.ana.projects()[0].number
                try world.ana.call(
                    .projectUpdate(.with { ($0.number, $0.capacity) = (project, 2) }))
                try world.cleo.swipe(project)
                try world.ana.swipe(project, "cleo")
            },
            deed: { world in
                let project = try world.ana.projects()[0].number
                try world.ben.swipe(project)
                expectRefusal(.listFull, "project") { try world.ana.swipe(project, "ben") }
            },
            answer: { world in
                let project = try world.ana.projects()[0].number
                try world.cleo.call(.projectLeave(.with { $0.number = project }))
            }),
        Deed(
            testDescription: "a confirmation",
            before: { world in
                for person in [world.ana, world.ben] { try person.set("coffee", on: true) }
            },
            deed: { _ = try $0.ben.did("coffee", with: "ana", "secret") },
            answer: { world in
                try world.makeFriends("ana", "ben")
                try world.ana.did("coffee", with: "ben")
            }),
        Deed(
            testDescription: "a meetup",
            before: { world in
                try world.ana.speak("en", learning: "zh")
                try world.ben.speak("zh", learning: "en")
                try world.ana.match("ben")
            },
            deed: {
                _ = try $0.ben.offer($0.ben.partners()[0].number, in: .seconds(600), "secret")
            },
            answer: { _ = try $0.ana.match("ben") }),
        Deed(
            testDescription: "a message", deed: { _ = try $0.ben.say("secret", to: "ana") }),
        Deed(
            testDescription: "a mark, a reaction, a pin and a vote",
            before: { world in
                try world.ana.say("hi", to: "ben")
                try world.ana.poll("Which film?", ["Alien", "Heat"], to: "ben")
            },
            deed: { world in
                try world.ben.read("ana", upTo: 1)
                try world.ben.call(
                    .roomReact(.with { ($0.with, $0.seq, $0.emoji, $0.on) = ("ana", 1, "👍", true) })
                )
                try world.ben.pin(1, with: "ana")
                try world.ben.vote(2, in: 2, with: "ana")
            }),
        Deed(
            testDescription: "a check-in",
            deed: { _ = try $0.ben.checkIn(at: (52, 1), "secret") }),
        Deed(
            testDescription: "a comment and a like",
            before: { try $0.meet("ana", "cleo") },
            // They are back when nobody blocks the other any more.
            deed: { world in
                let post = try world.ben.newestPost(of: "ana")?.id ?? ""
                try world.ben.comment("secret", on: post)
                try world.ben.like(post)
            },
            endings: [.deleted, .unblockedAndDeleted]),
        Deed(
            testDescription: "a game in a duel",
            before: { world in
                for person in [world.ana, world.ben] { try person.set("wordgame", on: true) }
            },
            deed: { _ = try $0.ben.playDuel($0.ben.duels()[0].number) }),
    ]

    /// ana and ben have a project each at a gathering of dora's, at which cleo is, too.
    private static func gather(_ world: World) throws {
        let gathering = try world.dora.host([world.ana, world.ben, world.cleo])
        try world.ana.project("Ana's", at: gathering)
        try world.ben.project("Ben's", at: gathering)
    }
}

extension [UInt8] {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
