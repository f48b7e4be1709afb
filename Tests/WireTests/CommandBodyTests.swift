import SwiftProtobuf
import Testing
import Wire

/// The body of a command: decoded once its name is known, and every error names its field.
@Suite struct `A command's body` {
    @Test func `is decoded as the schema says, in both formats`() throws {
        let send = RoomSend.with {
            $0.to = "ben"
            $0.text = "Grüße \u{0} 🫖"
            $0.cid = "k1"
        }
        let message = ClientMessage.with {
            $0.id = 9
            $0.command = .roomSend(send)
        }
        let json: [UInt8] = try message.jsonUTF8Bytes()
        let binary: [UInt8] = try message.serializedBytes()
        #expect(try Self.decode(json, .json, as: RoomSend.self) == send)
        #expect(try Self.decode(binary, .binary, as: RoomSend.self) == send)
    }

    @Test func `may have fields that this version does not know`() throws {
        let text = #"{"id":1,"roomSend":{"to":"ben","mood":{"x":[1,null]},"text":"hi"}}"#
        let send = try Self.decode(Array(text.utf8), .json, as: RoomSend.self)
        #expect(send.to == "ben")
        #expect(send.text == "hi")
    }

    @Test(arguments: [#"{"order":"BY_MOOD"}"#, #"{"mood":1,"order":"BY_MOOD","past":true}"#])
    func `must not have a name that the schema's enum lacks`(body: String) {
        let bytes = Array(#"{"id":7,"matchList":\#(body)}"#.utf8)
        let failure = #expect(throws: DecodingFailure.self) {
            try Self.decode(bytes, .json, as: MatchList.self, named: "matchList")
        }
        #expect(failure?.field == "matchList.order")
        #expect(failure?.id == 7)
    }

    @Test func `tells what is absent from what is false or nought`() throws {
        let rows: [(String, has: Bool)] = [
            (#"{"activity":"gym"}"#, false), (#"{"activity":"gym","on":false}"#, true),
            (#"{"activity":"gym","on":null}"#, false),
        ]
        for (body, has) in rows {
            let bytes = Array(#"{"id":1,"activitySet":\#(body)}"#.utf8)
            #expect(try Self.decode(bytes, .json, as: ActivitySet.self).hasOn == has, "\(body)")
        }
    }

    @Test(arguments: ["𐀀", "🫖", "𠮷野家", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\u{3FFFF}", "\u{F0000}", "\u{10FFFD}"])
    func `may spell characters as escapes of UTF-16`(text: String) throws {
        let units = text.utf16.map { String($0, radix: 16) }
        for escaped in [units, units.map { $0.uppercased() }] {
            let body = escaped.map { "\\u" + String(repeating: "0", count: 4 - $0.count) + $0 }
            let json = #"{"id":1,"roomSend":{"to":"ben","text":"\#(body.joined())"}}"#
            let send = try Self.decode(Array(json.utf8), .json, as: RoomSend.self)
            #expect(Array(send.text.utf8) == Array(text.utf8))
        }
    }

    @Test func `may say what looks like such an escape`() throws {
        let json = #"{"id":1,"roomSend":{"text":"\\ud842\\udfb7 \"\\\ud83e\udef6"}}"#
        let send = try Self.decode(Array(json.utf8), .json, as: RoomSend.self)
        #expect(send.text == #"\ud842\udfb7 "\🫶"#)
    }

    /// One row: the body of a `roomSend`, and the field at fault.
    static let wrong = [
        (#"{"text":5}"#, "roomSend.text"),
        (#"{"to":"ben","text":{},"cid":"k"}"#, "roomSend.text"),
        (#"{"to":"ben","text":"hi","cid":[]}"#, "roomSend.cid"),
        (#"{"to":true}"#, "roomSend.to"),
        (#"{"text":"\uD800"}"#, "roomSend.text"),
        (#"{"text":"\uDFB7\uD842"}"#, "roomSend.text"),
        (#"{"text":"\uD842\uDFB"}"#, "roomSend.text"),
        (#"{"text":"\uD842\\uDFB7"}"#, "roomSend.text"),
        (#"{"text":"\x"}"#, "roomSend.text"),
        ("5", "roomSend"),
        ("null", "roomSend"),
        ("\"text\"", "roomSend"),
        ("[]", "roomSend"),
        (#"{"text" "hi"}"#, "roomSend"),
        (#"{"text":"hi",}"#, "roomSend"),
        (#"{"text":truefalse}"#, "roomSend.text"),
    ]

    @Test(arguments: wrong)
    func `names the field that has the wrong type`(body: String, field: String) {
        let bytes = Array(#"{"id":7,"roomSend":\#(body)}"#.utf8)
        let failure = #expect(throws: DecodingFailure.self) {
            try Self.decode(bytes, .json, as: RoomSend.self)
        }
        #expect(failure?.code == .invalidField)
        #expect(failure?.field == field)
        #expect(failure?.id == 7)
    }

    /// One row: the body of a `roomHistory`, and the field at fault.
    static let numbers = [
        (#"{"before":-1}"#, "roomHistory.before"),
        (#"{"before":4294967296}"#, "roomHistory.before"),
        (#"{"before":1.5}"#, "roomHistory.before"),
        (#"{"before":"x"}"#, "roomHistory.before"),
        (#"{"before":1e400}"#, "roomHistory.before"),
        (#"{"limit":{}}"#, "roomHistory.limit"),
    ]

    @Test(arguments: numbers)
    func `names the number that does not fit`(body: String, field: String) {
        let bytes = Array(#"{"id":7,"roomHistory":\#(body)}"#.utf8)
        let failure = #expect(throws: DecodingFailure.self) {
            try Self.decode(bytes, .json, as: RoomHistory.self, named: "roomHistory")
        }
        #expect(failure?.field == field)
    }

    @Test(arguments: [
        ("2027-05-20T18:30:00+14:00", "2027-05-20T04:30:00Z"),
        ("2027-05-20T18:30:00+1400", "2027-05-20T04:30:00Z"),
        ("2027-05-20T18:30:00-14:00", "2027-05-21T08:30:00Z"),
        ("2027-05-20T18:30:00.25-0330", "2027-05-20T22:00:00.250Z"),
        ("2027-05-20t18:30:00z", "2027-05-20T18:30:00Z"),
        ("2027-05-20T18:30:00.1234567891Z", "2027-05-20T18:30:00.123456789Z"),
        ("2028-02-29T00:00:00+13:45", "2028-02-28T10:15:00Z"),
    ])
    func `takes each time of RFC 3339`(text: String, wanted: String) throws {
        let body = #"{"title":"2027-05-20T18:30:00+14:00","starts":"\#(text)","ends":"\#(text)"}"#
        let command = try Self.decode(
            Array(#"{"id":7,"gatheringCreate":\#(body)}"#.utf8), .json, as: GatheringCreate.self,
            named: "gatheringCreate")
        #expect(try command.starts.jsonString() == "\"\(wanted)\"")
        #expect(command.ends == command.starts)
        #expect(command.title == "2027-05-20T18:30:00+14:00", "a text stays one")
    }

    @Test(arguments: [
        "2027-05-20T18:30:00+14:01", "2027-05-20T18:30:00+15:00", "2027-05-20T18:30:00+14",
        "2027-05-20T18:30:00+14:0", "2027-05-20T18:30:00+1400Z", "2027-05-20T18:30:00",
        "2027-05-20T18:30+14:00", "2027-02-29T18:30:00+14:00", "2027-05-20T24:30:00+14:00",
        "2027-05-20T18:30:00.+14:00", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00",
        "2027-05-20T18:30:00 +1400", "2027-05-20T18:30:00+1A00", "é027-05-20T18:30:00+1400", "",
    ])
    func `names the time that is none`(text: String) {
        let body = #"{"title":"a","starts":"2027-05-20T18:30:00+1400","ends":"\#(text)"}"#
        let failure = #expect(throws: DecodingFailure.self) {
            try Self.decode(
                Array(#"{"id":7,"gatheringCreate":\#(body)}"#.utf8), .json,
                as: GatheringCreate.self, named: "gatheringCreate")
        }
        #expect(failure?.field == "gatheringCreate.ends")
        #expect(failure?.message.contains("RFC 3339") == true)
    }

    /// One row: a whole binary message with a `roomSend` in it that cannot be read.
    static let wrongBinary: [[UInt8]] = [
        [0x08, 7, 0x82, 0x19, 2, 0x12, 5],  // a text that is cut
        [0x08, 7, 0x82, 0x19, 3, 0x12, 1, 0xFF],  // a text that is not UTF-8
        [0x08, 7, 0x80, 0x19, 0],  // a number instead of a message
        [0x08, 7, 0x82, 0x19, 1, 0],  // field number 0
    ]

    @Test(arguments: wrongBinary)
    func `in binary is refused as a whole`(bytes: [UInt8]) {
        let failure = #expect(throws: DecodingFailure.self) {
            try Self.decode(bytes, .binary, as: RoomSend.self)
        }
        #expect(failure?.code == .invalidField)
        #expect(failure?.field == "roomSend")
        #expect(failure?.id == 7)
    }

    static func decode<Command: Normalizable>(
        _ bytes: [UInt8], _ format: WireFormat, as type: Command.Type,
        named name: String = "roomSend"
    ) throws(DecodingFailure) -> Command {
        let result: Result<Command, DecodingFailure> = bytes.withUnsafeBytes { bytes in
            do throws(DecodingFailure) {
                let envelope = try CommandEnvelope(opening: bytes, format: format)
                return .success(try envelope.decode(type, named: name))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
