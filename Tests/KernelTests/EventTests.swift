import Kernel
import SwiftProtobuf
import Testing
import Wire

@Suite struct `The events of a catalogue` {
    private static let events: Events = {
        var catalog = Catalog()
        catalog.event(\.friendRemoved) { [$0.friend] }
        catalog.event(
            \.match, people: { [$0.with.username] },
            notify: {
                News("match", from: $0.with, "up for \($0.activity)", lifetime: .seconds(9))
            },
            stillHolds: { (match, user, _) throws(Refusal) in
                user == 1 ? match : nil
            })
        return catalog.events
    }()

    private static func event(_ body: ServerMessage.OneOf_Body) -> InboxEvent {
        InboxEvent(body, atMilliseconds: 1_800_000_000_000)
    }

    private static let match = event(
        .match(.with { ($0.activity, $0.with.username) = ("coffee", "ben") }))

    private static let removed = event(.friendRemoved(.with { $0.friend = "cleo" }))

    @Test func `are known by the number that the schema gives them, also as they are stored`() {
        #expect(Self.events.all.map(\.name) == ["friendRemoved", "match"])
        #expect(Self.events.all.map(\.field) == [353, 551])
        #expect(Self.match.field == 551)
        #expect(InboxEvent(stored: Self.match.stored).field == 551)
        #expect(InboxEvent(blankAtMilliseconds: 7).field == nil)
        #expect(InboxEvent(stored: [0xFF, 0xFF]).field == nil)
    }

    @Test func `say whom they name, and those that nobody declared name nobody`() {
        #expect(Self.events.people(in: Self.match) == ["ben"])
        #expect(Self.events.people(in: InboxEvent(stored: Self.removed.stored)) == ["cleo"])
        #expect(Self.events.people(in: InboxEvent(blankAtMilliseconds: 7)) == [])
        let other = Self.event(.matchEnded(.with { $0.with = "ben" }))
        #expect(Self.events.people(in: other) == [])
    }

    @Test func `say which of them notify their recipient, and with what words`() {
        #expect(Self.events.isNotable(Self.match) && !Self.events.isNotable(Self.removed))
        #expect(Self.events.news(of: Self.match)?.text == "up for coffee")
        #expect(Self.events.news(of: Self.removed) == nil)
    }

    @Test func `say what still holds, and for whom`() throws {
        let snapshot = Transaction(on: FakeConnection())
        #expect(try Self.events.standing(Self.match, for: 1, in: snapshot)?.body == Self.match.body)
        #expect(try Self.events.standing(Self.match, for: 2, in: snapshot) == nil)
        #expect(try Self.events.standing(Self.removed, for: 1, in: snapshot) == nil)
    }

    @Test func `that the schema has and nobody declared are missed`() {
        #expect(Self.events.missing.count == ServerMessage.durableEvents.count - 2)
        #expect(Self.events.missing.contains("roomMessage"))
    }

    @Test func `cannot be delivered that are none`() async {
        await #expect(processExitsWith: .failure) {
            _ = try Transaction(on: FakeConnection()).deliver(.done(Done()), to: [7])
        }
    }
}
