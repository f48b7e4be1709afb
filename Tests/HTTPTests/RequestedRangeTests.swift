import HTTP
import HTTPTypes
import Testing

@Suite struct `A requested range` {
    private static func range(
        _ values: String..., ifRange: [String] = [], method: HTTPRequest.Method = .get,
        size: Int = 100
    ) -> RequestedRange {
        var fields = HTTPFields()
        fields[values: .range] = values
        fields[values: .ifRange] = ifRange
        let request = HTTPRequest(
            method: method, scheme: nil, authority: nil, path: "/", headerFields: fields)
        return RequestedRange(of: request, tag: "\"x\"", size: size)
    }

    @Test(arguments: [
        ("bytes=0-0", 0..<1), ("bytes=0-99", 0..<100), ("bytes=10-19", 10..<20),
        ("bytes=10-", 10..<100), ("bytes=99-", 99..<100), ("bytes=-1", 99..<100),
        ("bytes=-100", 0..<100), ("bytes=-1000", 0..<100), ("bytes=90-1000", 90..<100),
        ("Bytes=1-2", 1..<3), ("bytes=\t 1-2 ", 1..<3), ("bytes=007-008", 7..<9),
        ("bytes=0-99999999999999999999", 0..<100), ("bytes=-99999999999999999999", 0..<100),
        ("bytes=0-9223372036854775807", 0..<100),
    ])
    func `names bytes of the file`(value: String, part: Range<Int>) {
        #expect(Self.range(value) == .part(part))
    }

    @Test(arguments: [
        "bytes=100-", "bytes=100-100", "bytes=-0", "bytes=99999999999999999999-",
        "bytes=9223372036854775807-",
    ])
    func `lies behind the end of the file`(value: String) {
        #expect(Self.range(value) == .unsatisfiable)
    }

    @Test(arguments: [
        "", "bytes", "bytes=", "bytes=-", "bytes=a-", "bytes=1-a", "bytes=-a", "bytes=2-1",
        "bytes=1--2", "bytes=--1", "bytes=+1-2", "bytes=1-2,4-5", "bytes=1-2,", "bytes 1-2",
        "items=1-2", "bytes=1 - 2", "bytes=1-2=", "=1-2", "bytes=１-2",
    ])
    func `is ignored`(value: String) {
        #expect(Self.range(value) == .whole)
    }

    @Test func `is ignored beside another one, and with another method than GET`() {
        #expect(Self.range("bytes=1-2", "bytes=4-5") == .whole)
        #expect(Self.range("bytes=1-2", method: .head) == .whole)
        #expect(Self.range("bytes=1-2", method: .post) == .whole)
    }

    @Test func `holds for the file of If-Range only`() {
        #expect(Self.range("bytes=1-2", ifRange: ["\"x\""]) == .part(1..<3))
        for tag in ["\"y\"", "W/\"x\"", "x", "", "Sat, 29 Oct 1994 19:43:31 GMT"] {
            #expect(Self.range("bytes=1-2", ifRange: [tag]) == .whole, "\(tag)")
            #expect(Self.range("bytes=100-", ifRange: [tag]) == .whole, "\(tag)")
        }
        #expect(Self.range("bytes=1-2", ifRange: ["\"x\"", "\"y\""]) == .whole)
    }

    @Test func `names nothing of an empty file`() {
        #expect(Self.range("bytes=0-", size: 0) == .unsatisfiable)
        #expect(Self.range("bytes=-5", size: 0) == .whole)
        #expect(Self.range("bytes=-0", size: 0) == .unsatisfiable)
    }
}
