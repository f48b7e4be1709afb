import Kernel
import SwiftProtobuf
import Testing
import Wire

/// What language partners are notified of while they are away.
@Suite struct `A language partner who is away` {
    /// Of the partnership: ana's profile is drawn before.
    private static let number = UInt32.drawn(2, by: "ana")
    private let world: World

    /// ana has made ben her partner.
    init() throws {
        world = try World()
        try world.ana.speak("en", learning: "zh")
        try world.ben.speak("zh", learning: "en")
        try world.ana.match("ben")
    }

    /// The notification of the newest event in a user's inbox, as things stand.
    private func news(of user: String, offset: Int = 0) throws -> News? {
        let id = try #require(world.callers[user]).user
        let events = world.catalog.events
        return try world.store.snapshot { (snapshot) throws(Refusal) in
            let inbox = try snapshot.all(Inbox.page(of: id, after: 0, limit: 100))
            let event = inbox[inbox.count - 1 - offset].event
            return try events.standing(event, for: id, in: snapshot).flatMap { events.news(of: $0) }
        }
    }

    private func offer(_ place: String, by person: Person) throws {
        try person.call(
            .meetupOffer(
                .with {
                    ($0.number, $0.place) = (Self.number, place)
                    $0.at = SettableClock.start.advanced(by: .seconds(600)).timestamp
                }))
    }

    @Test func `is notified of a new partner, but not of one of their own choice`() throws {
        let news = try #require(try news(of: "ben"))
        #expect(news.kind == "partner" && news.from.username == "ana")
        #expect(news.text == "Ana is your language partner now")
        #expect(try self.news(of: "ana") == nil)
        try world.ben.call(.partnerEnd(.with { $0.number = Self.number }))
        #expect(try self.news(of: "ben", offset: 1) == nil)
    }

    @Test func `is notified of the other's proposal for the meetup, as long as it stands`() throws {
        try offer("Park", by: world.ana)
        let offered = try #require(try news(of: "ben"))
        #expect(offered.kind == "meetup_offered")
        #expect(
            offered.text.hasPrefix("Ana proposes to meet: Park, ") && offered.text.hasSuffix(" UTC")
        )
        #expect(try news(of: "ana") == nil)
        try offer("Museum", by: world.ben)
        #expect(try news(of: "ben", offset: 1) == nil)
        #expect(try news(of: "ana")?.text.hasPrefix("Ben proposes to meet: Museum, ") == true)
        try world.ben.call(.meetupClear(.with { $0.number = Self.number }))
        #expect(try news(of: "ana")?.kind == "meetup_cleared")
    }
}
