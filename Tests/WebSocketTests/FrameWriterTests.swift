import Testing
import WebSocket

@Suite struct `A frame that we write` {
    @Test(arguments: [0, 1, 125, 126, 127, 65_535, 65_536, 70_000], [nil, 0, 0x37FA_213D])
    func `is heard by the other role`(count: Int, mask: UInt32?) {
        let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        var output: [UInt8] = [1, 2, 3]
        payload.withUnsafeBytes { FrameWriter.append(.binary, $0, mask: mask, to: &output) }
        let head = FrameWriter.headerSize(forPayload: count, masked: mask != nil)
        #expect(output.count == 3 + head + count, "appended, and of the size foretold")
        #expect(Array(output.prefix(3)) == [1, 2, 3])
        let said = heard(
            [output.dropFirst(3)], as: mask == nil ? .client : .server,
            limits: MessageLimits(messageBytesMax: count))
        #expect(said == [.binary(payload)])
    }

    @Test func `is that of the standard`() {
        var output: [UInt8] = []
        Array("Hello".utf8).withUnsafeBytes {
            FrameWriter.append(.text, $0, mask: 0x37FA_213D, to: &output)
            FrameWriter.append(.ping, $0, mask: nil, to: &output)
        }
        #expect(
            output == [
                0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58,
                0x89, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F,
            ])
    }

    @Test(arguments: [Opcode.text, .binary, .ping, .pong])
    func `keeps its opcode`(opcode: Opcode) {
        var output: [UInt8] = []
        FrameWriter.append(
            opcode, UnsafeRawBufferPointer(start: nil, count: 0), mask: nil, to: &output)
        #expect(output == [0x80 | opcode.rawValue, 0])
    }
}

@Suite struct `A close frame that we write` {
    @Test(arguments: [
        (CloseCode.normal, "", "" as String), (.tooSlow, "retry 1.5s", "retry 1.5s"),
        (.banned, String(repeating: "x", count: 123), String(repeating: "x", count: 123)),
        (.banned, String(repeating: "x", count: 124), String(repeating: "x", count: 123)),
        (.banned, String(repeating: "€", count: 50), String(repeating: "€", count: 41)),
        (
            .banned, String(repeating: "x", count: 122) + "é",
            String(repeating: "x", count: 122)
        ),
        (.banned, String(repeating: "😀", count: 31), String(repeating: "😀", count: 30)),
    ])
    func `has its reason cut between two characters`(
        code: CloseCode, reason: String, cut: String
    ) {
        for mask in [nil, 0x0102_0304] as [UInt32?] {
            var output: [UInt8] = []
            FrameWriter.appendClose(code, reason: reason, mask: mask, to: &output)
            let role = mask == nil ? Role.client : .server
            #expect(heard([output[...]], as: role) == [.close(code, cut)])
        }
    }

    @Test(arguments: [nil, 0, 1005, 1006, 1010, 1015, 2999, 5000] as [UInt16?])
    func `has no code that may not be sent`(code: UInt16?) {
        var output: [UInt8] = []
        FrameWriter.appendClose(
            code.map(CloseCode.init), reason: "why", mask: nil, to: &output)
        #expect(output == [0x88, 0])
    }
}
