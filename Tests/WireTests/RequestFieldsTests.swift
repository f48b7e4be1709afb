import Testing

@testable import Wire

/// A command's fields, as a request of HTTP brings them.
@Suite struct `The fields of a request` {
    private static func text(_ fields: RequestFields) -> String {
        String(decoding: fields.json, as: UTF8.self)
    }

    static let queries = [
        ("", "{}"), ("with=ben", #"{"with":"ben"}"#),
        ("with=ben&limit=20", #"{"with":"ben","limit":"20"}"#),
        ("a=x+y%20z", #"{"a":"x y z"}"#), ("a=%C3%A4", #"{"a":"ä"}"#),
        ("a=%22%5C%0A", #"{"a":"\"\\\u000a"}"#), ("a", #"{"a":""}"#),
        ("a=1&b=2&a=3", #"{"a":["1","3"],"b":"2"}"#), ("a=b=c", #"{"a":"b=c"}"#),
        ("a=true", #"{"a":"true"}"#),
    ]

    @Test(arguments: queries)
    func `of a query are a JSON object`(query: String, json: String) throws {
        #expect(Self.text(try RequestFields(query: query[...])) == json)
    }

    @Test(arguments: ["a=%", "a=%4", "a=%zz", "a=%+1", "a=%FF", "=b"])
    func `of no query are refused`(query: String) {
        #expect(throws: DecodingFailure.self) { try RequestFields(query: query[...]) }
    }

    @Test func `are not more than anybody needs`() {
        let query = (1...33).map { "a\($0)=1" }.joined(separator: "&")
        #expect(throws: DecodingFailure.self) { try RequestFields(query: query[...]) }
    }

    @Test func `that are no text are tried without quotes, once each`() throws {
        var fields = try RequestFields(query: "on=true&name=false")
        let isRetried = fields.reconsider(DecodingFailure(.invalidField, field: "a.on", ""))
        #expect(isRetried)
        #expect(Self.text(fields) == #"{"on":true,"name":"false"}"#)
        for field in ["a.other", "a"] {
            let isRetried = fields.reconsider(DecodingFailure(.invalidField, field: field, ""))
            #expect(!isRetried)
        }
    }

    static let bodies = [
        ("", "k", #"{"cid":"k"}"#), ("{}", "k", #"{"cid":"k"}"#),
        (#" { "a":1}"#, "k", #" {"cid":"k", "a":1}"#),
    ]

    @Test(arguments: bodies)
    func `get the id that the head has`(body: String, cid: String, json: String) throws {
        #expect(Self.text(try RequestFields(body: Array(body.utf8), cid: cid)) == json)
    }

    @Test func `are text, also those that nobody knows`() {
        let body = Array(#"{"a":""#.utf8) + [0xFF] + Array(#""}"#.utf8)
        #expect(throws: DecodingFailure(.malformed, "expected UTF-8")) {
            try RequestFields(body: body)
        }
    }

    @Test(arguments: ["", "a\"", "a\\", "ä", String(repeating: "k", count: 65), "a\u{1}"])
    func `get no id that is no plain text`(cid: String) {
        #expect(throws: DecodingFailure.self) { try RequestFields(body: [], cid: cid) }
    }

    static let paths = [
        ("", nil, #"{"number":"5"}"#), (#" {"a":1} "#, nil, #" {"a":1,"number":"5"} "#),
        ("{ }", "k", #"{"cid":"k" ,"number":"5"}"#),
        (#"{"a":{}}"#, "k", #"{"cid":"k","a":{},"number":"5"}"#),
    ]

    @Test(arguments: paths)
    func `get those that the path has, behind the others`(
        body: String, cid: String?, json: String
    ) throws {
        let fields = try RequestFields(
            body: Array(body.utf8), cid: cid, path: [(name: "number", value: "5")])
        #expect(Self.text(fields) == json)
    }

    @Test func `of a path and a query are one`() throws {
        let path = [(name: "number", value: "a\"b")]
        let fields = try RequestFields(query: "limit=2", path: path)
        #expect(Self.text(fields) == #"{"number":"a\"b","limit":"2"}"#)
    }

    @Test func `are not said twice, in the path and behind it`() {
        let path = [(name: "number", value: "5")]
        let inBody = #expect(throws: DecodingFailure.self) {
            try RequestFields(body: Array(#"{"number":6}"#.utf8), path: path)
        }
        let inQuery = #expect(throws: DecodingFailure.self) {
            try RequestFields(query: "number=6", path: path)
        }
        #expect([inBody, inQuery].map { $0?.field } == ["number", "number"])
    }

    @Test func `of a query are tried as text, as a truth, and as a list of one`() throws {
        var fields = try RequestFields(query: "people=ben&past=true")
        let failure = { (name: String) in DecodingFailure(.invalidField, field: "x.\(name)", "") }
        #expect(Self.text(fields) == #"{"people":"ben","past":"true"}"#)
        let first = [fields.reconsider(failure("people")), fields.reconsider(failure("past"))]
        #expect(first == [true, true])
        #expect(Self.text(fields) == #"{"people":["ben"],"past":true}"#)
        let second = fields.reconsider(failure("past"))
        #expect(second && Self.text(fields) == #"{"people":["ben"],"past":["true"]}"#)
        let last = ["people", "past", "other"].map { fields.reconsider(failure($0)) }
        #expect(last == [false, false, false])
    }

    @Test func `of a body stay as they are`() throws {
        let body = #"{"a":{"b":[true,1]}}"#
        #expect(Self.text(try RequestFields(body: Array(body.utf8))) == body)
        #expect(throws: DecodingFailure.self) {
            try RequestFields(body: Array(#"{"cid":"1"}"#.utf8), cid: "2")
        }
    }
}
