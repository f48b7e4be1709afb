import Friends
import Kernel
import Testing
import Wire

/// What users may do with one another follows from their bonds.
@Suite struct `A bond` {
    @Test func `has the rights of its kind, in statements too`() {
        for right in BondRight.allCases {
            let kinds = BondKind.allCases.filter { $0.rights.contains(right) }
            let list = kinds.map { "\($0.rawValue)" }.joined(separator: ", ")
            #expect(right.kinds.text == "(\(list))", "\(right)")
        }
    }

    @Test func `of teammates lets them talk, and shows their presence, but nothing else`() throws {
        let world = try World()
        try world.bind(.teammate, true)
        #expect(world.signals == [.relation(world.ana.id, world.ben.id, exists: true)])
        try world.ana.say("hi", to: "ben", cid: "k1")
        #expect(try world.ben.rooms().rooms.map(\.with) == ["ana"])
        #expect(try world.ben.found("hi") == ["hi"])
        #expect(try world.ana.friends() == [])
        for person in [world.ana, world.ben] { try person.set("coffee", on: true) }
        #expect(try world.ben.matches() == [])
        expectRefusal(.notFriends, "friend") {
            try world.ana.select("ben", for: "coffee", true)
        }
    }

    @Test func `of partners does not let them talk`() throws {
        let world = try World()
        try world.bind(.partner, true)
        #expect(world.signals == [])
        expectRefusal(.notFriends, "to") { try world.ana.say("hi", to: "ben", cid: "k1") }
    }

    @Test func `that ends leaves what another bond allows`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.bind(.teammate, true)
        try world.ben.remove("ana")
        let (ana, ben) = (world.ana.id, world.ben.id)
        #expect(
            world.signals.suffix(2) == [
                .relation(ana, ben, exists: false), .relation(ana, ben, exists: true),
            ])
        try world.ana.say("still here", to: "ben", cid: "k1")
        try world.bind(.teammate, false)
        #expect(world.signals.last == .relation(ana, ben, exists: false))
        expectRefusal(.notFriends, "to") { try world.ana.say("hi", to: "ben", cid: "k2") }
        #expect(try world.ben.rooms().rooms == [])
    }

    @Test func `ends with a block, without a signal in between`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.bind(.teammate, true)
        let before = world.signals.count
        try world.ana.block("ben")
        let told = world.signals.dropFirst(before)
        #expect(told.last == .relation(world.ana.id, world.ben.id, exists: false))
        #expect(!told.contains(.relation(world.ana.id, world.ben.id, exists: true)))
        expectRefusal(.notFriends, "to") { try world.ben.say("hi", to: "ana", cid: "k1") }
    }
}

extension World {
    /// Ana and Ben have a bond of some kind, or have it no longer.
    fileprivate func bind(_ kind: BondKind, _ exists: Bool) throws {
        guard let pair = UserPair(self.ana.id, self.ben.id) else { return }
        try daemon { (transaction) throws(Refusal) in
            if exists {
                try Bonds.begin(kind, pair, in: transaction)
            } else {
                try Bonds.end(kind, pair, in: transaction)
            }
        }
    }
}
