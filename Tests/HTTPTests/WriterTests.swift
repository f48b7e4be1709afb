import HTTP
import HTTPTypes
import Testing

@Suite struct `A response writer` {
    static func write(
        _ status: HTTPResponse.Status, _ fields: HTTPFields = [:], body: String = "",
        keepAlive: Bool = true
    ) -> String {
        var output: [UInt8] = []
        ResponseWriter.append(
            HTTPResponse(status: status, headerFields: fields), body: Array(body.utf8),
            keepAlive: keepAlive, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    @Test func `writes fields, length and body`() {
        #expect(
            Self.write(.ok, [.contentType: "text/plain"], body: "é")
                == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\né")
    }

    @Test func `says that the body is empty`() {
        #expect(Self.write(.notFound) == "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
    }

    @Test(arguments: [HTTPResponse.Status.noContent, .notModified, .continue, .earlyHints])
    func `writes neither length nor body where there is none`(status: HTTPResponse.Status) {
        #expect(Self.write(status, body: "x") == "HTTP/1.1 \(status)\r\n\r\n")
    }

    @Test func `says when it is the last response`() {
        #expect(
            Self.write(.badRequest, [.connection: "keep-alive"], keepAlive: false)
                == "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
    }

    @Test func `lets an upgrade name its connection option`() {
        let fields: HTTPFields = [.connection: "Upgrade", .upgrade: "x"]
        #expect(
            Self.write(.switchingProtocols, fields, keepAlive: false)
                == "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n")
    }

    @Test func `decides the framing alone`() throws {
        let host = try #require(HTTPField.Name("Host"))
        let fields: HTTPFields = [
            .contentLength: "9", .transferEncoding: "chunked", host: "a", .server: "b",
        ]
        #expect(
            Self.write(.ok, fields) == "HTTP/1.1 200 OK\r\nServer: b\r\nContent-Length: 0\r\n\r\n")
    }

    @Test(arguments: ["a\r\nX: y", "a\nX: y", "a\rX: y", "a\0X: y", "\r\n\r\nX: y"])
    func `cannot be made to write a line of the value's choosing`(value: String) {
        var hostile: HTTPFields = [.server: value]
        hostile.append(HTTPField(name: .server, lenientValue: value.utf8))
        let reason = HTTPResponse.Status(code: 200, reasonPhrase: value)
        let text = Self.write(reason, hostile)
        let events = responseEvents([Array(text.utf8)[...]])
        guard case .response(let response) = events.first else {
            Issue.record("\(text.debugDescription) is not a response")
            return
        }
        #expect(response.headerFields.map(\.name) == [.server, .server, .contentLength])
        #expect(events.count == 1)
    }
}

@Suite struct `A request writer` {
    static func write(
        _ authority: String?, _ path: String?, _ fields: HTTPFields = [:]
    ) throws -> String {
        var output: [UInt8] = []
        try RequestWriter.append(
            HTTPRequest(
                method: .get, scheme: nil, authority: authority, path: path, headerFields: fields),
            to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    @Test func `writes what the parser reads`() throws {
        let fields: HTTPFields = [.connection: "Upgrade", .upgrade: "x", .contentLength: "9"]
        let text = try Self.write("a:80", "/b?c", fields)
        #expect(
            text
                == "GET /b?c HTTP/1.1\r\nHost: a:80\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n")
        #expect(
            requestEvents([Array(text.utf8)[...]]).map(RequestVector.outcome)
                == ["GET a:80 /b?c {Connection: Upgrade, Upgrade: x} upgrade"])
    }

    static let refused: [(String?, String?)] = [
        (nil, "/"), ("", "/"), ("a b", "/"), ("a", nil), ("a", ""), ("a", "/b c"),
    ]

    @Test(arguments: refused)
    func `refuses what a strict server would`(authority: String?, path: String?) {
        #expect(throws: HTTPViolation.self) { try Self.write(authority, path) }
    }
}
