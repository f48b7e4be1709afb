import Kernel
import SwiftProtobuf
import Testing
import Wire

/// What the devices of users who are away show (Z7).
@Suite struct `A notification` {
    /// What a device of a person would show for the newest event that notifies.
    private static func news(of person: Person, in world: World) throws -> News? {
        let (id, events) = (person.id, world.catalog.events)
        return try world.store.snapshot { (snapshot) throws(Refusal) in
            var news: News?
            for row in try snapshot.all(Inbox.page(of: id, after: 0, limit: 100)) {
                guard events.isNotable(row.event),
                    let standing = try events.standing(row.event, for: id, in: snapshot)
                else { continue }
                news = try events.news(of: standing, for: id, in: snapshot)
            }
            return news
        }
    }

    @Test func `says of several matches for an activity what they have in common`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.signUp("dora")
        try world.dora.request("ana")
        try world.ana.accept("dora")
        try world.ana.set("coffee", on: true)
        let texts = try ["ben", "cleo", "dora"].map { name in
            try world[dynamicMember: name].set("coffee", on: true)
            let news = try Self.news(of: world.ana, in: world)
            return try #require(news?.gathered)
        }
        #expect(
            texts.map(\.text) == [
                "ben is up for coffee too", "cleo and ben are up for coffee too",
                "dora and 2 others are up for coffee too",
            ])
        #expect(Set(texts.map(\.topic)) == ["match:coffee"])
        let doras = try Self.news(of: world.dora, in: world)
        #expect(doras?.gathered?.text == "ana is up for coffee too")
    }

    @Test func `asks whether an activity shall last longer, until it was prolonged`() throws {
        let world = try World()
        try world.ana.set("coffee", on: true)
        try world.pass(.seconds(6_700))
        let news = try Self.news(of: world.ana, in: world)
        #expect(news?.text == "Still up for coffee?" && news?.activity == "coffee")
        try world.ana.set("coffee", on: true)
        #expect(try Self.news(of: world.ana, in: world) == nil)
    }

    @Test func `is quiet at the hours that its user sets`() throws {
        let world = try World()
        #expect(
            try world.ana.noticeSettings()
                == .with {
                    ($0.quiet, $0.quietFrom, $0.quietUntil) = (false, 1_320, 420)
                    $0.reminders = true
                })
        try world.ana.set(.with { ($0.quiet, $0.quietUntil, $0.reminders) = (true, 480, false) })
        let settings = try world.ana.noticeSettings()
        #expect(settings.quiet && settings.quietFrom == 1_320 && settings.quietUntil == 480)
        #expect(!settings.reminders)
        expectRefusal(.invalidField, "quietFrom") {
            try world.ana.set(.with { $0.quietFrom = 1_440 })
        }
    }
}

extension Person {
    /// How this person is notified.
    func noticeSettings() throws -> NoticeSettings {
        try ask(.noticeSettingsRead(NoticeSettingsRead())) { answer in
            guard case .noticeSettings(let settings) = answer else { return nil }
            return settings
        }
    }

    /// Changes how this person is notified.
    func set(_ command: NoticeSettingsSet) throws { try call(.noticeSettingsSet(command)) }
}
