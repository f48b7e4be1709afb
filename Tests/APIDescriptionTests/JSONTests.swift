import Testing

@testable import APIDescription

@Suite("JSON for documents") struct JSONTests {
    @Test func `members stay in the order in which they were given`() {
        let value: JSON = ["b": 1, "a": ["x": true, "y": []], "c": [false, "q"]]
        #expect(value.text == #"{"b":1,"a":{"x":true,"y":[]},"c":[false,"q"]}"#)
    }

    @Test func `quotes, backslashes and control characters are escaped, nothing else is`() {
        #expect(JSON.string("a\"\\\n\u{1}é👍/").text == #""a\"\\\u000a\u0001é👍/""#)
    }

    @Test func `a document is indented by two spaces and ends with a line end`() {
        let value: JSON = ["a": [1, 2], "b": [:]]
        let lines = ["{", "  \"a\": [", "    1,", "    2", "  ],", "  \"b\": {}", "}", ""]
        #expect(String(decoding: value.document, as: UTF8.self) == lines.joined(separator: "\n"))
    }

    @Test func `a member without a value is left out`() {
        #expect(JSON.members(["a": nil, "b": 2]).text == #"{"b":2}"#)
    }
}
