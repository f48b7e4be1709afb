import Kernel
import SwiftProtobuf
import Testing
import Wire

/// H11: one's own picture among one's own data.
@Suite struct `The picture of a profile for teams` {
    @Test func `is handed out in pieces that fit a page`() throws {
        let world = try World()
        try world.ana.offerSkills(["web"])
        let bytes = (0..<1_048_576).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        let name = String(repeating: "a", count: 32) + ".png"
        let file = try world.files.store(bytes).text
        try world.daemon { (transaction) throws(Refusal) in
            try transaction.run(
                """
                INSERT INTO team_picture (name, bytes, uses, file)
                VALUES (\(name), \([UInt8]()), 1, \(file))
                """)
            try transaction.run("UPDATE team_person SET picture = \(name)")
        }
        var (handed, after) = ([UInt8](), "")
        repeat {
            let page = try world.ana.exportPage(after: after)
            #expect(try page.jsonUTF8Data().count < 262_144)
            for piece in page.records.map(\.teamPicture) where !piece.bytes.isEmpty {
                #expect(Int(piece.offset) == handed.count && Int(piece.size) == bytes.count)
                #expect(piece.contentType == "image/png")
                handed += [UInt8](piece.bytes)
            }
            after = page.next
        } while !after.isEmpty
        #expect(handed == bytes)
    }
}
