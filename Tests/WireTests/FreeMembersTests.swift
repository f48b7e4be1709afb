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

    @Test(arguments: [
        #"{"e\u0301":1,"\u00e9":2}"#, #"{"a":{"e\u0301":1,"\u00E9":2}}"#,
        #"{"\u212a":1,"K":2}"#, #"{"\ud834\udd5e":1,"\ud834\udd57\ud834\udd65":2}"#,
    ])
    func `have two forms of a name, escaped too`(text: String) throws {
        let members = try FreeMembers(text).members
        #expect(members.map(\.name.unicodeScalars.count).reduce(0, +) > 0)
        #expect(try FreeMembers(of: Array(text.utf8), without: []).members == members)
    }

    @Test(arguments: [
        #"{"a":1,"a":2}"#, #"{"é":1,"\u00e9":2}"#, #"{"a":{"\u0061":1,"a":2}}"#,
        #"{"\u00e9":1,"\u00E9":2}"#,
    ])
    func `have no name twice`(text: String) {
        let failure = #expect(throws: DecodingFailure.self) { try FreeMembers(text) }
        #expect(failure?.message == "expected a JSON object, with no name twice in an object")
    }

    @Test(arguments: [#"{"a":"\u12"}"#, #"{"\uzzzz":1}"#, #"{"a":"\ud800"}"#, #"{"\q":1}"#])
    func `are JSON`(text: String) {
        #expect(throws: DecodingFailure.self) { try FreeMembers(text) }
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
