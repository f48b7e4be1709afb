import Activities
import Kernel
import Promises
import SwiftProtobuf
import TestSupport
import Testing
import Wire

/// A day of three people by chance, on the real store, held against the rules put plainly: the
/// same that judge simulated worlds.
struct PromiseDay {
    private static let names = World.cast
    private static let activities = ["gym", "coffee"]

    let world: World
    private(set) var rules: Rules
    private var chance: SeededGenerator
    private var count = 0

    init(seed: UInt64) throws {
        world = try World()
        chance = SeededGenerator(seed: seed)
        rules = Rules(
            users: Self.names.map { .named($0) },
            lifetimes: Dictionary(
                uniqueKeysWithValues: ActivityCatalogue.names.map { ($0, .seconds(7200)) }))
    }

    /// Lets something happen, and compares.
    mutating func step(_ comment: Comment) throws {
        count += 1
        if chance.below(6) == 0 {
            try pass(.seconds([1, 10, 29, 30, 31, 4000][chance.below(6)]))
        } else {
            try act(pick(Self.names), comment)
        }
        for name in Self.names {
            let told = world[dynamicMember: name].inbox.filter(\.isOfRules)
            let due = (rules.inboxes[name] ?? []).compactMap(\.shown)
            // The events of one command come in any order.
            #expect(told.counts == due.counts, comment)
            try look(name, comment)
        }
    }

    private mutating func pass(_ time: Duration) throws {
        try world.pass(time)
        for chore in world.catalog.chores { _ = rules.chore(chore.name, at: world.clock.now) }
    }

    private mutating func act(_ name: String, _ comment: Comment) throws {
        let command = command(of: name, to: pick(Self.names.filter { $0 != name }))
        _ = world.entropy.takeDrawn()
        let result = try world.call(command, by: name, as: world.callers[name]).result
        let due = rules.apply(
            command, by: name, at: world.clock.now, answered: try? result.get(),
            drawn: world.entropy.takeDrawn())
        switch (result, due.result) {
        case (.failure(let told), .failure(let due)): #expect(told.code == due.code, comment)
        case (.success, .success): break
        default: Issue.record("\(comment): \(name): \(command): \(result), not \(due.result)")
        }
    }

    /// What is read is what the rules say.
    private func look(_ name: String, _ comment: Comment) throws {
        let looks: [ClientMessage.OneOf_Command] = [
            .friendList(FriendList()), .mailboxList(MailboxList()), .matchList(MatchList()),
            .activityList(ActivityList()), .blockList(BlockList()), .partnerList(PartnerList()),
        ]
        for look in looks {
            let answer = try world[dynamicMember: name].call(look)
            let complaint = rules.complaint(
                about: answer, to: look, of: name, at: world.clock.now)
            #expect(complaint == nil, comment)
        }
    }

    private mutating func pick<Option>(_ options: [Option]) -> Option {
        options[chance.below(options.count)]
    }

    private mutating func command(
        of name: String, to other: String
    ) -> ClientMessage.OneOf_Command {
        let cid = "k\(count)"
        switch chance.below(24) {
        case 0..<6: return .setting(pick(Self.activities), on: chance.below(3) > 0)
        case 6, 7:
            let (activity, isSelected) = (pick(Self.activities), chance.below(2) == 0)
            return .audienceSelect(
                .with {
                    ($0.activity, $0.friend, $0.selected) = (activity, other, isSelected)
                    $0.cid = cid
                })
        case 8..<12: return .friendRequest(.with { ($0.to, $0.cid) = (other, cid) })
        case 12: return .friendDecline(.with { ($0.from, $0.cid) = (other, cid) })
        case 13: return .friendRemove(.with { ($0.friend, $0.cid) = (other, cid) })
        case 14 where chance.below(2) == 0:
            return .userBlock(.with { ($0.user, $0.cid) = (other, cid) })
        case 14, 15: return .userUnblock(.with { ($0.user, $0.cid) = (other, cid) })
        case 16: return .saying("hi", to: other, cid: cid)
        default: return meeting(of: name, to: other, cid)
        }
    }

    /// Something about language partners.
    private mutating func meeting(
        of name: String, to other: String, _ cid: String
    ) -> ClientMessage.OneOf_Command {
        let now = world.clock.now
        let own = rules.partnerships(of: name, at: now)
        guard rules.isSpeaker(name), let partnership = own.first else {
            let (known, learn) = name == "ben" ? ("zh", "en") : ("en", "zh")
            guard rules.isSpeaker(name) else {
                return .speakerSet(
                    .with {
                        ($0.firstName, $0.lastName, $0.cid) = (name, "Doe", cid)
                        ($0.known, $0.learn) = (known, learn)
                    })
            }
            let isNamed = chance.below(2) == 0
            return .partnerMatch(.with { ($0.username, $0.cid) = (isNamed ? other : "", cid) })
        }
        let number = partnership.number
        switch chance.below(8) {
        case 0: return .partnerEnd(.with { ($0.number, $0.cid) = (number, cid) })
        case 1: return .meetupClear(.with { ($0.number, $0.cid) = (number, cid) })
        case 2..<5:
            return .meetupAccept(
                .with {
                    ($0.number, $0.cid, $0.place) = (number, cid, "park")
                    if partnership.hasAt { $0.at = partnership.at }
                })
        default:
            let at = now.advanced(by: .seconds(pick([-5, 20, 40, 5000])))
            return .meetupOffer(
                .with {
                    ($0.number, $0.cid, $0.place) = (number, cid, "park")
                    $0.at = at.timestamp
                })
        }
    }
}

extension ServerMessage.OneOf_Body {
    /// Whether the rules say anything about it.
    fileprivate var isOfRules: Bool {
        switch self {
        case .circleAsked, .circleCommented, .circleChanged: false
        default: true
        }
    }
}

extension [ServerMessage.OneOf_Body] {
    /// How often each is there.
    fileprivate var counts: [String: Int] {
        reduce(into: [:]) { $0["\(ServerMessage($1))", default: 0] += 1 }
    }
}
