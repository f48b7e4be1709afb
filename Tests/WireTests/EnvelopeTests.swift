import Testing
import Wire

/// The outside of a command: its id, its name, and where its body lies.
@Suite struct `An envelope` {
    /// One row: what arrives, and what is made of it.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let format: WireFormat
        let outcome: Outcome
    }

    enum Outcome: Equatable, Sendable {
        case opened(id: UInt32, name: CommandEnvelope.Name, body: [UInt8])
        case refused(ErrorCode, field: String, id: UInt32)
    }

    private static func json(_ what: String, _ text: String, _ outcome: Outcome) -> Row {
        Row(testDescription: what, bytes: Array(text.utf8), format: .json, outcome: outcome)
    }

    private static func opened(_ id: UInt32, _ name: String, _ body: String) -> Outcome {
        .opened(id: id, name: .json(name), body: Array(body.utf8))
    }

    private static func binary(_ what: String, _ bytes: [UInt8], _ outcome: Outcome) -> Row {
        Row(testDescription: what, bytes: bytes, format: .binary, outcome: outcome)
    }

    private static let malformed = Outcome.refused(.malformed, field: "", id: 0)
    private static let badID = Outcome.refused(.invalidField, field: "id", id: 0)
    private static let noCommand = Outcome.refused(.invalidField, field: "", id: 7)

    @Test func `has a name of bytes: nothing that only reads alike is a command`() {
        #expect(CommandEnvelope.Name.json("pushKeyRead") != .json("push\u{212A}eyRead"))
        #expect(CommandEnvelope.Name.json("pushKeyRead") == .json("pushKeyRead"))
    }

    static let openedJSON = [
        json("the usual", #"{"id":1,"friendList":{}}"#, opened(1, "friendList", "{}")),
        json("the command first", #"{"friendList":{},"id":1}"#, opened(1, "friendList", "{}")),
        json("the id as a text", #"{"id":"12","friendList":{}}"#, opened(12, "friendList", "{}")),
        json(
            "the largest id", #"{"id":4294967295,"friendList":{}}"#,
            opened(.max, "friendList", "{}")),
        json(
            "space everywhere", " {\n\"id\" :\t1 ,\r\"friendList\" : {} } \n",
            opened(1, "friendList", "{}")),
        json("no such command", #"{"id":1,"dance":[1,2]}"#, opened(1, "dance", "[1,2]")),
        json(
            "brackets and quotes in a text", #"{"id":1,"roomSend":{"text":"}]\"{,:\\"}}"#,
            opened(1, "roomSend", #"{"text":"}]\"{,:\\"}"#)),
        json("a body that is a number", #"{"id":1,"a":-1.5e9}"#, opened(1, "a", "-1.5e9")),
        json("a body that is null", #"{"id":1,"a":null}"#, opened(1, "a", "null")),
        json("an empty name", #"{"id":1,"":{}}"#, opened(1, "", "{}")),
        json(
            "as deep as it may be",
            #"{"id":1,"a":[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]}"#,
            opened(
                1, "a", String(repeating: "[", count: 15) + String(repeating: "]", count: 15))),
    ]

    static let refusedJSON = [
        json("nothing", "", malformed),
        json("only space", " \n", malformed),
        json("a list", "[]", malformed),
        json("a number", "1", malformed),
        json("not JSON", "hello", malformed),
        json("an open object", #"{"id":1,"a":{}"#, malformed),
        json("an open text", #"{"id":1,"a":"x"#, malformed),
        json("an open escape", #"{"id":1,"a":"x\"#, malformed),
        json("an open list", #"{"id":1,"a":[1,"#, malformed),
        json("a missing value", #"{"id":1,"a":}"#, malformed),
        json("a missing value in a list's place", #"{"id":1,"a":]}"#, malformed),
        json("a missing colon", #"{"id":1,"a"{}}"#, malformed),
        json("a comma at the end", #"{"id":1,"a":{},}"#, malformed),
        json("a comma for a value", #"{"id":1,"a":,}"#, malformed),
        json("a name without quotes", "{id:1}", malformed),
        json("bytes behind the end", #"{"id":1,"a":{}}x"#, malformed),
        json("a second object", #"{"id":1,"a":{}}{}"#, malformed),
        json("a NUL behind the end", "{\"id\":1,\"a\":{}}\u{0}", malformed),
        json("a NUL for space", "{\u{0}\"id\":1,\"a\":{}}", malformed),
        json("a NUL in a text", "{\"id\":1,\"a\":\"\u{0}\"}", malformed),
        json("a line feed in a text", "{\"id\":1,\"a\":\"\n\"}", malformed),
        json("a byte order mark", "\u{FEFF}{\"id\":1,\"a\":{}}", malformed),
        json(
            "deeper than it may be", #"{"id":1,"a":\#(String(repeating: "[", count: 16))"#,
            .refused(.tooDeep, field: "", id: 0)),
        json(
            "as deep as a frame is long", #"{"id":1,"a":"# + String(repeating: "{", count: 65_000),
            .refused(.tooDeep, field: "", id: 0)),
        json("nothing in it", "{}", badID),
        json("no id", #"{"friendList":{}}"#, badID),
        json("an id of 0", #"{"id":0,"friendList":{}}"#, badID),
        json("an id below 0", #"{"id":-1,"friendList":{}}"#, badID),
        json("an id with a fraction", #"{"id":1.5,"friendList":{}}"#, badID),
        json("an id that is too large", #"{"id":4294967296,"friendList":{}}"#, badID),
        json("a huge id", #"{"id":\#(String(repeating: "9", count: 999)),"a":{}}"#, badID),
        json("an id with a nought in front", #"{"id":01,"friendList":{}}"#, badID),
        json("an id that is null", #"{"id":null,"friendList":{}}"#, badID),
        json("an id that is true", #"{"id":true,"friendList":{}}"#, badID),
        json("an id that is a list", #"{"id":[1],"friendList":{}}"#, badID),
        json("an id that is an empty text", #"{"id":"","friendList":{}}"#, badID),
        json("an id in other digits", #"{"id":"١","friendList":{}}"#, badID),
        json("two ids", #"{"id":1,"id":2,"friendList":{}}"#, badID),
        json("no command", #"{"id":7}"#, noCommand),
        json(
            "two commands", #"{"id":7,"friendList":{},"roomList":{}}"#,
            .refused(.invalidField, field: "roomList", id: 7)),
        json(
            "the same command twice", #"{"id":7,"roomList":{},"roomList":{}}"#,
            .refused(.invalidField, field: "roomList", id: 7)),
        json(
            "two commands before the id", #"{"friendList":{},"roomList":{},"id":7}"#,
            .refused(.invalidField, field: "roomList", id: 7)),
    ]

    static let openedBinary = [
        binary(
            "the usual", [0x08, 1, 0x92, 0x13, 0],
            .opened(id: 1, name: .binary(306), body: [])),
        binary(
            "the command first", [0x92, 0x13, 2, 9, 9, 0x08, 1],
            .opened(id: 1, name: .binary(306), body: [9, 9])),
        binary(
            "an unknown command", [0x08, 1, 0x52, 1, 0xFF],
            .opened(id: 1, name: .binary(10), body: [0xFF])),
        binary(
            "unknown fixed fields",
            [0x08, 1, 0x19, 1, 2, 3, 4, 5, 6, 7, 8, 0x25, 1, 2, 3, 4]
                + [0x92, 0x13, 0],
            .opened(id: 1, name: .binary(306), body: [])),
        binary(
            "the last of two ids, as protobuf says", [0x08, 1, 0x08, 2, 0x92, 0x13, 0],
            .opened(id: 2, name: .binary(306), body: [])),
    ]

    static let refusedBinary = [
        binary("nothing", [], badID),
        binary("no id", [0x92, 0x13, 0], badID),
        binary("an id of 0", [0x08, 0, 0x92, 0x13, 0], badID),
        binary(
            "an id that is too large", [0x08, 0x80, 0x80, 0x80, 0x80, 0x10, 0x92, 0x13, 0], badID),
        binary("an id that is a text", [0x0A, 1, 0x31, 0x92, 0x13, 0], badID),
        binary("no command", [0x08, 7], noCommand),
        binary(
            "two commands", [0x08, 7, 0x92, 0x13, 0, 0x9A, 0x13, 0],
            .refused(.invalidField, field: "", id: 7)),
        binary(
            "the same command twice, which protobuf would merge",
            [0x08, 7, 0x92, 0x13, 0, 0x92, 0x13, 2, 9, 9],
            .refused(.invalidField, field: "", id: 7)),
        binary("a tag that is cut", [0x08, 1, 0x92], malformed),
        binary("a length that is cut", [0x08, 1, 0x92, 0x13], malformed),
        binary("a body that is cut", [0x08, 1, 0x92, 0x13, 5, 0], malformed),
        binary(
            "a length of 2^64 - 1",
            [0x08, 1, 0x92, 0x13] + [UInt8](repeating: 0xFF, count: 9) + [1], malformed),
        binary("a number without an end", [0x08] + [UInt8](repeating: 0x80, count: 20), malformed),
        binary("field number 0", [0x00, 1], malformed),
        binary("a field number that is too large", [0x80, 0x80, 0x80, 0x80, 0x10, 0], malformed),
        binary("a group", [0x08, 1, 0x93, 0x13, 0x94, 0x13], malformed),
        binary("wire type 7", [0x0F], malformed),
        binary("a fixed field that is cut", [0x08, 1, 0x19, 1, 2], malformed),
        binary("NULs", [0, 0, 0, 0], malformed),
        binary("JSON", Array(#"{"id":1,"friendList":{}}"#.utf8), malformed),
    ]

    @Test(arguments: openedJSON + openedBinary)
    func `is opened`(row: Row) {
        #expect(Self.open(row.bytes, row.format) == row.outcome)
    }

    @Test(arguments: refusedJSON + refusedBinary)
    func `is refused, naming what is wrong`(row: Row) {
        #expect(Self.open(row.bytes, row.format) == row.outcome)
    }

    @Test(arguments: openedJSON + openedBinary)
    func `is never opened to another command when it is cut`(row: Row) {
        for count in 0..<row.bytes.count {
            let outcome = Self.open(Array(row.bytes.prefix(count)), row.format)
            guard case .opened(let id, let name, _) = outcome else { continue }
            guard case .opened(let whole, let wholeName, _) = row.outcome else { return }
            #expect(id == whole && name == wholeName, "cut at \(count)")
        }
    }

    static func open(_ bytes: [UInt8], _ format: WireFormat) -> Outcome {
        bytes.withUnsafeBytes { bytes in
            do throws(DecodingFailure) {
                let envelope = try CommandEnvelope(opening: bytes, format: format)
                return .opened(id: envelope.id, name: envelope.name, body: Array(envelope.body))
            } catch {
                return .refused(error.code, field: error.field, id: error.id)
            }
        }
    }
}
