import Accounts
import Friends
import Kernel
import SQLite
import Storage
import SwiftProtobuf
import TestSupport
import Testing
import Wire

extension `Data of an earlier version` {
    @Test func `have one form of each name, and its reply for each cid`() throws {
        let reply = { @Sendable (seq: UInt32) in
            RoomSent.with { ($0.room, $0.seq) = ("ana:ben", seq) }
        }
        let data = try EarlierData({ !$0.name.hasSuffix(".forms") }) {
            (transaction) throws(Refusal) in
            try Self.fill(
                transaction, devices: ["Zoe\u{301}", "Zo\u{E9}", "laptop"],
                replies: [
                    ("\u{1112}\u{1161}\u{11AB}", reply(1)),
                    ("k\u{FB01}", reply(2)),
                    // Twice, and the normal form is one of them; twice, and none is.
                    ("e\u{301}", reply(3)), ("\u{E9}", reply(4)),
                    ("q\u{307}\u{323}a\u{301}", reply(5)),
                    ("q\u{323}\u{307}a\u{301}", reply(6)),
                ])
        }
        let names = try data.store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.all(.texts("SELECT device FROM token ORDER BY id"))
                + snapshot.all(.texts("SELECT display_name FROM account ORDER BY id"))
        }
        #expect(
            names.map { Array($0.utf8) }
                == ["Zo\u{E9}", "Zo\u{E9}", "laptop", "\u{C5}sa", "ben"].map { Array($0.utf8) })
        for (cid, seq) in [
            ("\u{1112}\u{1161}\u{11AB}", UInt32(1)), ("\u{D55C}", 1), ("k\u{FB01}", 2),
            ("e\u{301}", 4), ("q\u{307}\u{323}\u{E1}", 5),
        ] {
            let again = try data.call(.saying("hi", to: "ben", cid: cid))
            #expect(again == .roomSent(reply(seq)), "\(cid.unicodeScalars)")
        }
    }

    /// Two friends, log-ins of the first, and replies to commands with these cids.
    private static func fill(
        _ transaction: Transaction, devices: [String], replies: [(cid: String, reply: RoomSent)]
    ) throws(Refusal) {
        for (id, name, shown) in [(Int64(1), "ana", "A\u{30A}sa"), (2, "ben", "ben")] {
            try transaction.run(
                """
                INSERT INTO account (id, username, email, display_name, password_hash, created_ms)
                VALUES (\(id), \(name), \(name), \(shown), '', 0)
                """)
        }
        for (id, device) in devices.enumerated() {
            try transaction.run(
                """
                INSERT INTO token (id, user_id, secret_hash, device, created_ms, expires_ms)
                VALUES (\(Int64(id + 1)), 1, \([UInt8(id)]), \(device), 0, 1)
                """)
        }
        for (cid, reply) in replies {
            let send = RoomSend.with { ($0.to, $0.text, $0.cid) = ("ben", "hi", cid) }
            let bytes: [UInt8] = (try? reply.serializedBytes()) ?? []
            try transaction.run(
                """
                INSERT INTO command_log (user_id, cid, command, digest, at_ms, reply)
                VALUES (1, \(cid), 400, \(digest(of: send)), 0, \(bytes))
                """)
        }
    }
}

extension Query where Row == String {
    fileprivate static func texts(_ sql: SQL) -> Self {
        Query(sql) { columns throws(StoreError) in try columns.text() }
    }
}
