import Testing
import Wire

/// Members that the schema does not know are kept byte by byte.
@Suite struct `Free members` {
    private static let text =
        "{\"e\u{301}\":\"Zoe\u{301}\",\"\u{E9}\":\"Zo\u{E9}\",\"\u{212A}ey\":1}"

    @Test func `are as they were sent, names too`() throws {
        let free = try FreeMembers(Self.text)
        #expect(Array(free.text.utf8) == Array(Self.text.utf8))
        #expect(free.members.count == 3, "two forms are two names")
    }

    @Test func `are others in another form`() throws {
        #expect(try FreeMembers("{\"e\u{301}\":1}") != FreeMembers("{\"\u{E9}\":1}"))
        #expect(try FreeMembers("{\"a\":\"e\u{301}\"}") != FreeMembers("{\"a\":\"\u{E9}\"}"))
    }

    @Test func `leave out a name of ours, and nothing that only reads alike`() throws {
        let free = try FreeMembers(of: Array(Self.text.utf8), without: ["Key", "\u{E9}"])
        let left = free.members.map { Array($0.name.utf8) }
        #expect(left == ["e\u{301}", "\u{212A}ey"].map { Array($0.utf8) })
    }
}
