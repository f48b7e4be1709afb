import Testing
import WebSocket

@Suite struct `A close frame` {
    static let vectors = [
        Vector("without a code", hears: .close(nil, "")) { $0.frame(0x88) },
        Vector("with a reason", hears: .close(.normal, "Schluß")) {
            $0.close(1000, Array("Schluß".utf8))
        },
        Vector(
            "with the longest reason",
            hears: .close(.normal, String(repeating: "*", count: 123))
        ) { $0.close(1000, [UInt8](repeating: UInt8(ascii: "*"), count: 123)) },
        Vector("with half a code", hears: .violation(.halfCloseCode)) { $0.frame(0x88, [3]) },
        Vector("with a reason that is not UTF-8", hears: .violation(.invalidCloseReason)) {
            $0.close(1000, [0xCE, 0xBA, 0xFF])
        },
        Vector("with a reason cut in a character", hears: .violation(.invalidCloseReason)) {
            $0.close(1000, [0xCE])
        },
        Vector("that is too long", hears: .violation(.longControl)) {
            $0.close(1000, [UInt8](repeating: 0, count: 124))
        },
        Vector("after which nothing is read", hears: .close(.normal, "")) {
            $0.close(1000) + $0.frame(0x89) + $0.frame(0x81, "x") + $0.close(1000)
        },
    ]

    @Test(arguments: vectors)
    func `is the last thing a peer says`(vector: Vector) {
        vector.check()
    }

    @Test(arguments: [
        1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000,
        4999,
    ])
    func `may have a code that is defined`(code: UInt16) {
        let code = CloseCode(rawValue: code)
        Vector("code", hears: .close(code, "")) { $0.close(code.rawValue) }.check()
    }

    @Test(arguments: [
        0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535,
    ])
    func `may have no other code`(code: UInt16) {
        Vector("code", hears: .violation(.invalidCloseCode(code))) { $0.close(code) }.check()
    }
}

@Suite struct `The closing handshake` {
    let peer = Peer(endpoint: .server)

    @Test func `begun by the peer, waits for our answer`() {
        var endpoint = Endpoint(role: .server)
        #expect(endpoint.state == .open)
        #expect(heard(peer.close(1000), by: &endpoint) == [.close(.normal, "")])
        #expect(endpoint.state == .answering)
        endpoint.closeSent()
        #expect(endpoint.state == .closed)
    }

    @Test func `begun by us, still hears what was under way`() {
        var endpoint = Endpoint(role: .server)
        endpoint.closeSent()
        #expect(endpoint.state == .closing)
        let rest = peer.frame(0x81, "late") + peer.close(1000) + peer.frame(0x81, "too late")
        #expect(heard(rest, by: &endpoint) == [.text("late"), .close(.normal, "")])
        #expect(endpoint.state == .closed)
    }

    @Test func `owes a close after a violation, and reads no more`() {
        var endpoint = Endpoint(role: .server)
        #expect(heard([0xF1, 0x80], by: &endpoint) == [.violation(.reservedBits)])
        #expect(endpoint.state == .answering)
        #expect(heard(peer.frame(0x81, "x"), by: &endpoint) == [])
        endpoint.closeSent()
        #expect(endpoint.state == .closed)
        #expect(heard(peer.frame(0x81, "x"), by: &endpoint) == [])
    }

    @Test func `owes none after a violation if it has sent one`() {
        var endpoint = Endpoint(role: .server)
        endpoint.closeSent()
        endpoint.closeSent()
        #expect(endpoint.state == .closing)
        #expect(heard([0xF1, 0x80], by: &endpoint) == [.violation(.reservedBits)])
        #expect(endpoint.state == .closed)
        endpoint.closeSent()
        #expect(endpoint.state == .closed)
    }
}

@Suite struct `A close code` {
    static let all = (0...UInt16.max).map(CloseCode.init)

    @Test func `is sent only if it may be received`() {
        let odd = Self.all.filter { $0.maySend != $0.mayBeReceived }
        #expect(odd == [.mandatoryExtension])
        #expect(Self.all.count { $0.mayBeReceived } == 4 + 8 + 2_000)
    }

    @Test func `says whether to come back`() {
        let back = Self.all.filter(\.invitesReconnect).map(\.rawValue)
        #expect(
            back == [1001, 1006, 1011, 1012, 1013, 1014] + Array(4000...4499).filter { $0 != 4409 })
        #expect(CloseCode.tooSlow.invitesReconnect)
        #expect(!CloseCode.banned.invitesReconnect)
    }

    @Test(arguments: [
        (Violation.invalidText, CloseCode.invalidPayload), (.invalidDeflate, .invalidPayload),
        (.inflatedTooBig(limit: 8), .messageTooBig),
        (.invalidCloseReason, .invalidPayload),
        (.messageTooBig(bytes: 9, limit: 8), .messageTooBig),
        (.tooManyFragments(limit: 8), .messageTooBig), (.reservedBits, .protocolError),
        (.unknownOpcode(3), .protocolError), (.unmaskedFrame, .protocolError),
        (.maskedFrame, .protocolError), (.fragmentedControl, .protocolError),
        (.longControl, .protocolError), (.lengthNotMinimal, .protocolError),
        (.lengthNegative, .protocolError), (.continuationWithoutStart, .protocolError),
        (.messageInsideMessage, .protocolError), (.halfCloseCode, .protocolError),
        (.invalidCloseCode(1005), .protocolError),
    ])
    func `fits the violation`(violation: Violation, code: CloseCode) {
        #expect(violation.code == code)
        #expect((1...123).contains(violation.reason.utf8.count))
    }

    @Test func `comes with the figures of a limit`() {
        let violation = Violation.messageTooBig(bytes: 70_000, limit: 65_536)
        #expect(violation.reason == "message of 70000 bytes, limit 65536")
    }
}
