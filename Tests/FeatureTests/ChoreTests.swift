import Kernel
import Testing
import Wire

/// What the daemon does by itself, again and again.
@Suite struct `A chore` {
    /// What may be gone through from end to end: lists of what is to be done, and is then gone.
    private let listsOfWork: Set = [
        "SCAN circle_removed", "SCAN erasure", "SCAN CONSTANT ROW",
        // Messages that no index has words of yet, and the same as `m`.
        "SCAN room_message USING INDEX room_message_fresh", "SCAN m",
        // Deleted projects and gatherings of which something is left.
        "SCAN team_project USING INDEX team_project_gone",
        "SCAN gathering USING INDEX gathering_gone",
        // Those who have cleared a history of which something is left.
        "SCAN checkin_cleared",
    ]

    @Test(.onSQLite) func `looks at what is due, and not at everything there is`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.set("gym", on: true)
        let room = try world.ana.makeGroup("Lunch", with: "ben")
        for person in [world.ana, world.ben] { try person.set("coffee", on: true, in: room) }
        try world.pass(.seconds(86_400))
        for person in [world.ana, world.ben] { try person.set("coffee", on: true, in: room) }
        world.clock.advance(by: .seconds(86_400))
        var lookCount = 0
        for chore in world.catalog.chores {
            let statements = try world.work(of: chore).filter { !$0.hasPrefix("next of") }
            let steps = try statements.flatMap(world.plan(of:))
            let scans = steps.filter { $0.hasPrefix("SCAN") && !listsOfWork.contains($0) }
            #expect(scans == [], "\(chore.name)")
            lookCount += steps.count { $0.hasPrefix("SEARCH") }
        }
        #expect(lookCount >= world.catalog.chores.count / 2, "nothing was looked up at all")
    }
}
