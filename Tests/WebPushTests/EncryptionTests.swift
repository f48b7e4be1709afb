import Testing

@testable import WebPush

@Suite struct `Messages to devices` {
    /// - Source: RFC 8291, appendix A.
    private let point =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    private let senderNumber = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    private let senderPoint =
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"

    @Test func `are encrypted as RFC 8291 shows it, byte for byte`() throws {
        let subscription = Subscription(
            endpoint: "", point: try #require(CurvePoint(bytes(point))),
            secret: try bytes("BTBZMqHH6r4Tts7J_aSIgg"))
        let key = try CurveKey(
            number: bytes(senderNumber), point: try #require(CurvePoint(bytes(senderPoint))))
        let message = try subscription.encrypted(
            Array("When I grow up, I want to be a watermelon".utf8), key: key,
            salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"))
        #expect(
            Base64URL.text(message)
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
                + "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
                + "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
    }

    @Test func `are bounded by what a push service must take`() throws {
        let key = try CurveKey()
        let subscription = Subscription(
            endpoint: "", point: key.point, secret: [UInt8](repeating: 1, count: 16))
        let salt = [UInt8](repeating: 2, count: 16)
        let longest = [UInt8](repeating: 3, count: Subscription.messageBytesMax)
        #expect(try subscription.encrypted(longest, key: CurveKey(), salt: salt).count == 4096)
        #expect(throws: CurveKey.Failure.self) {
            try subscription.encrypted(longest + [3], key: CurveKey(), salt: salt)
        }
    }

    @Test func `go to points of the curve and nowhere else`() throws {
        let good = try bytes(point)
        #expect(CurvePoint(good) != nil)
        var bent = good
        bent[64] ^= 1
        for bad in [
            bent, [], Array(good.dropLast()), good + [0], [2] + good[1...32],
            [UInt8](repeating: 0, count: 65), [4] + [UInt8](repeating: 0, count: 64),
            [4] + [UInt8](repeating: 0xFF, count: 64),
        ] as [[UInt8]] {
            #expect(CurvePoint(bad) == nil)
        }
    }

    @Test func `come from a key that survives its file`() throws {
        let key = try CurveKey()
        #expect(try CurveKey(pem: key.pem).point == key.point)
        #expect(throws: CurveKey.Failure.self) { try CurveKey(pem: Array("nonsense".utf8)) }
        #expect(throws: CurveKey.Failure.self) { try CurveKey(pem: []) }
    }

    private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.bytes(text)) }
}

@Suite struct `URL-safe base64` {
    @Test(
        arguments: [
            ("", []), ("AA", [0]), ("__8", [255, 255]), ("-_-_", [251, 255, 191]), ("AA==", [0]),
        ] as [(String, [UInt8])])
    func `is read`(text: String, bytes: [UInt8]) {
        #expect(Base64URL.bytes(text) == bytes)
    }

    @Test(arguments: ["A", "AB", "A+", "A/==", "AA===", "A A", "AA\u{0}", "ä", "AAAAA"])
    func `is nothing else`(text: String) {
        #expect(Base64URL.bytes(text) == nil)
    }

    @Test func `is what was written`() {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 200) }
            #expect(Base64URL.bytes(Base64URL.text(bytes)) == bytes)
        }
    }
}

@Suite struct `Message authentication` {
    /// - Source: RFC 4231 §4.3, test case 2.
    @Test func `is HMAC-SHA256`() {
        let code = MessageAuthentication.code(
            of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
        #expect(code.starts(with: [0x5B, 0xDC, 0xC1, 0x46, 0xBF, 0x60, 0x75, 0x4E]))
    }
}
