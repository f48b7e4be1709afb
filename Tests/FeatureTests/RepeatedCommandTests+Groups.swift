import Kernel
import SwiftProtobuf
import Testing
import Wire

extension `A command that is sent again` {
    /// What members do; ana owns the first group, in which ben is.
    static let groupRows: [Row] = [
        Row(
            testDescription: "groupCreate",
            command: { cid in .groupCreate(.with { ($0.name, $0.cid) = ("Lunch", cid) }) },
            other: { cid in .groupCreate(.with { ($0.name, $0.cid) = ("Dinner", cid) }) }),
        Row(
            testDescription: "groupAdd", before: { try $0.ana.makeGroup("Lunch") },
            command: { cid in .groupAdd(.adding(["ben"], cid)) },
            other: { cid in .groupAdd(.adding(["ben", "ana"], cid)) }),
        Row(
            testDescription: "groupRemove", before: { try $0.ana.makeGroup("Lunch", with: "ben") },
            command: { cid in
                .groupRemove(.with { ($0.room, $0.member, $0.cid) = (World.firstRoom, "ben", cid) })
            },
            other: { cid in
                .groupRemove(.with { ($0.room, $0.member, $0.cid) = (World.firstRoom, "ana", cid) })
            }),
        Row(
            testDescription: "groupLeave", before: { try $0.ana.makeGroup("Lunch", with: "ben") },
            command: { cid in .groupLeave(.with { ($0.room, $0.cid) = (World.firstRoom, cid) }) },
            other: { cid in .groupLeave(.with { ($0.room, $0.cid) = ("#2", cid) }) }),
        Row(
            testDescription: "groupRename", before: { try $0.ana.makeGroup("Lunch") },
            command: { cid in
                .groupRename(
                    .with { ($0.room, $0.name, $0.cid) = (World.firstRoom, "Dinner", cid) })
            },
            other: { cid in
                .groupRename(
                    .with { ($0.room, $0.name, $0.cid) = (World.firstRoom, "Supper", cid) })
            }),
        Row(
            testDescription: "groupPass", before: { try $0.ana.makeGroup("Lunch", with: "ben") },
            command: { cid in
                .groupPass(.with { ($0.room, $0.to, $0.cid) = (World.firstRoom, "ben", cid) })
            },
            other: { cid in
                .groupPass(.with { ($0.room, $0.to, $0.cid) = (World.firstRoom, "ana", cid) })
            }),
        Row(
            testDescription: "groupInvite", before: { try $0.ana.makeGroup("Lunch") },
            command: { cid in
                .groupInvite(.with { ($0.room, $0.on, $0.cid) = (World.firstRoom, true, cid) })
            },
            other: { cid in
                .groupInvite(.with { ($0.room, $0.on, $0.cid) = (World.firstRoom, false, cid) })
            }),
        Row(
            testDescription: "groupJoin", before: { try $0.makeOpenGroup() },
            command: { cid in .groupJoin(.with { ($0.code, $0.cid) = (World.joinCode, cid) }) },
            other: { cid in .groupJoin(.with { ($0.code, $0.cid) = ("x", cid) }) }),
        Row(
            testDescription: "groupUp", before: { try $0.ana.makeGroup("Lunch", with: "ben") },
            command: { cid in .groupUp(.being(true, cid)) },
            other: { cid in .groupUp(.being(false, cid)) }),
    ]
}

extension World {
    /// Of a group that ana makes first of all.
    fileprivate static let firstRoom = "#\(UInt32.drawn(by: "ana"))"
    fileprivate static let joinCode = String(repeating: "A", count: 22)

    /// Ben's group can be joined by this code.
    fileprivate func makeOpenGroup() throws {
        try self.ben.makeGroup("Lunch")
        try daemon { (transaction) throws(Refusal) in
            try transaction.run("UPDATE room_group SET code = \(Self.joinCode)")
        }
    }
}

extension GroupAdd {
    fileprivate static func adding(_ members: [String], _ cid: String) -> Self {
        .with { ($0.room, $0.members, $0.cid) = (World.firstRoom, members, cid) }
    }
}

extension GroupUp {
    fileprivate static func being(_ on: Bool, _ cid: String) -> Self {
        .with { ($0.room, $0.activity, $0.on, $0.cid) = (World.firstRoom, "coffee", on, cid) }
    }
}
