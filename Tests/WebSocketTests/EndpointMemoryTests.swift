import Testing
import WebSocket

@Suite struct `An endpoint` {
    @Test func `costs no more than 16 bytes`() {
        #expect(MemoryLayout<Endpoint>.size <= 16)
    }

    @Test(arguments: [Opcode.text, .binary, .ping, .pong, .close])
    func `hands a whole frame out where it lies`(opcode: Opcode) {
        var bytes = Peer(endpoint: .server).frame(0x80 | opcode.rawValue, [3, 0xE8])
        if opcode == .text { bytes = Peer(endpoint: .server).frame(0x81, "ab") }
        bytes.withUnsafeMutableBytes { buffer in
            var endpoint = Endpoint(role: .server)
            var input = buffer
            let payload =
                switch endpoint.next(&input, limits: MessageLimits()) {
                case .text(let bytes)?, .binary(let bytes)?, .ping(let bytes)?,
                    .pong(let bytes)?:
                    bytes
                case .close(.normal?, let reason)?: reason
                default: UnsafeRawBufferPointer(start: nil, count: 0)
                }
            let end = buffer.baseAddress.map { UnsafeRawPointer($0) + buffer.count }
            #expect(payload.baseAddress.map { $0 + payload.count } == end)
            #expect(input.isEmpty)
        }
    }

    @Test func `holds memory only while something is partial`() {
        let message = Peer(endpoint: .server).frame(0x81, "hello")
        for cut in 1..<message.count {
            var endpoint = Endpoint(role: .server)
            #expect(heard(message + message[..<cut], by: &endpoint) == [.text("hello")])
            #expect(endpoint.holdsNothing == false)
            #expect(heard(message[cut...], by: &endpoint) == [.text("hello")])
            #expect(endpoint.holdsNothing == true)
        }
    }

    @Test func `stops behind each event, so that its owner may stop too`() {
        var bytes = Peer(endpoint: .client).frame(0x89) + Peer(endpoint: .client).frame(0x81, "x")
        bytes.withUnsafeMutableBytes { buffer in
            var endpoint = Endpoint(role: .client)
            var input = buffer
            guard case .ping? = endpoint.next(&input, limits: MessageLimits()) else {
                Issue.record("no ping")
                return
            }
            #expect(input.count == 3)
        }
    }
}
