import Testing

@testable import Load

@Suite struct `The line that says where a server listens` {
    @Test(
        arguments: [
            ("listening 4711", 4711),
            ("listening 1", 1),
            ("listening 65535", 65_535),
            ("upford listens on ws://127.0.0.1:8080/v1/ws", 8080),
            ("upford listens on ws://[::1]:9000/v1/ws", 9000),
            ("ws://host:80", 80),
        ] as [(String, UInt16)])
    func `names a port`(line: String, port: UInt16) {
        #expect(Announcement.port(in: line) == port)
    }

    @Test(arguments: [
        "", "listening", "listening ", "listening 0", "listening 65536", "listening -1",
        "listening 47x", "listening ٤٧", "ws://", "ws://host", "ws://host/:80", "ws://host:",
        "upford: cannot listen on 127.0.0.1:8080: in use",
    ])
    func `or is another line`(line: String) {
        #expect(Announcement.port(in: line) == nil)
    }
}
