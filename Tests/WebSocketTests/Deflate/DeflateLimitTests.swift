import TestSupport
import Testing
import WebSocket

@Suite struct `The limit of a compressed message` {
    static let small = MessageLimits(messageBytesMax: 1_000, fragmentsMax: 3)

    @Test(arguments: [0, 1, 999, 1_000])
    func `is that of what it inflates to`(count: Int) {
        let zeros = [UInt8](repeating: 0, count: count)
        let payload = Zlib.payload(zeros)
        Vector("fits", limits: Self.small, deflate: true, hears: .binary(zeros)) {
            $0.frame(0xC2, payload)
        }.check()
    }

    @Test(arguments: [1_001, 1_002, 2_000, 1_000_000])
    func `stops a bomb`(count: Int) {
        let payload = Zlib.payload([UInt8](repeating: 0, count: count))
        let half = payload.count / 2
        // Cut off later than where it is too big, it need not even be whole.
        for last in [payload, payload.dropLast(count < 2_000 ? 0 : payload.count / 3)] {
            Vector(
                "too big", limits: Self.small, deflate: true,
                hears: .violation(.inflatedTooBig(limit: 1_000))
            ) { $0.frame(0x42, Array(last[..<half])) + $0.frame(0x80, Array(last[half...])) }
            .check()
        }
    }

    @Test func `lets through what did not shrink`() {
        var random = SeededGenerator(seed: 11)
        let bytes = random.bytes(1_000)
        for level: Int32 in 0...9 {
            let payload = Zlib.payload(bytes, level: level)
            #expect(payload.count > 1_000)
            Vector("stored", limits: Self.small, deflate: true, hears: .binary(bytes)) {
                $0.frame(0xC2, payload)
            }.check()
        }
    }

    @Test func `is checked by the head, and with every fragment`() {
        let limits = Self.small
        let most = 1_000 + 125 + 64
        let zeros = [UInt8](repeating: 0, count: most + 1)
        let tooBig = Said.violation(
            .messageTooBig(bytes: UInt64(most) + 1, limit: limits.messageBytesMax))
        Vector("whole", limits: limits, deflate: true, hears: tooBig) {
            $0.frame(0xC2, length: [126, UInt8(zeros.count >> 8), UInt8(zeros.count & 0xFF)])
        }.check()
        Vector("second", limits: limits, deflate: true, hears: tooBig) {
            $0.frame(0x42, Array(zeros.prefix(most))) + $0.frame(0x80, [0])
        }.check()
        Vector(
            "too many", limits: limits, deflate: true,
            hears: .violation(.tooManyFragments(limit: 3))
        ) { $0.frame(0x42) + $0.frame(0x00) + $0.frame(0x00) + $0.frame(0x80) }.check()
    }

    static let emptyBlocks: [(String, [UInt8])] = [
        ("last", [0x03, 0x00]), ("stored", [0x00, 0x00, 0x00, 0xFF, 0xFF]),
        ("stored and last", [0x01, 0x00, 0x00, 0xFF, 0xFF]),
    ]

    @Test(arguments: emptyBlocks)
    func `is one of blocks, too`(kind: String, block: [UInt8]) {
        // 64, and two for each of three fragments.
        let most = Array(repeating: block, count: 70).flatMap(\.self)
        Vector("fits", limits: Self.small, deflate: true, hears: .text("")) {
            $0.frame(0xC1, most)
        }.check()
        Vector(
            "too many", limits: Self.small, deflate: true, hears: .violation(.tooManyBlocks)
        ) { $0.frame(0x41, most) + $0.frame(0x80, block) }.check()
    }

    /// The room for a message begins with one byte more than 64 KiB, and doubles.
    @Test(arguments: [65_536, 65_537, 65_538, 131_074])
    func `is not felt where the room for a message grows`(count: Int) {
        let limits = MessageLimits(messageBytesMax: 200_000)
        let bytes = Sample.chat(count)
        for payload in [Zlib.payload(bytes), Zlib.deflate(bytes)] {
            let frames = Peer(endpoint: .client).frame(0xC2, payload)
            let said = heard([frames[...]], as: .client, limits: limits, inflater: Inflater())
            #expect(said == [.binary(bytes)])
        }
    }

    @Test(arguments: [1, 2, 8] as [Int32], [0, 1, 6, 9] as [Int32])
    func `has room for the blocks of any compressor`(memLevel: Int32, level: Int32) {
        var random = SeededGenerator(seed: 12)
        let limits = MessageLimits(messageBytesMax: 300_000, fragmentsMax: 1)
        for bytes in [random.bytes(300_000), Sample.chat(300_000), Sample.zeros(300_000)] {
            let payload = Zlib.payload(bytes, level: level, windowBits: 9, memLevel: memLevel)
            let frames = Peer(endpoint: .client).frame(0xC2, payload)
            let said = heard([frames[...]], as: .client, limits: limits, inflater: Inflater())
            #expect(said == [.binary(bytes)], "\(payload.count) bytes")
        }
    }

    @Test func `has room for a sender that flushes each fragment`() {
        let limits = MessageLimits(messageBytesMax: 1_000, fragmentsMax: 40)
        let fragment = Zlib.deflate([0x61])
        Vector(
            "flushed", limits: limits, deflate: true,
            hears: .text(String(repeating: "a", count: 40))
        ) {
            peer in
            peer.frame(0x41, fragment)
                + (0..<38).flatMap { _ in peer.frame(0x00, fragment) } + peer.frame(0x80, fragment)
        }.check()
    }

    @Test(arguments: [Int.min, -1, 0, Int.max - 1, Int.max])
    func `may be any number`(bytesMax: Int) {
        let limits = MessageLimits(messageBytesMax: bytesMax)
        let said = heard(
            [Peer(endpoint: .server).frame(0xC1, `A compressed message`.hello)[...]], as: .server,
            limits: limits, inflater: Inflater())
        #expect(said == [bytesMax > 0 ? .text("Hello") : .violation(.inflatedTooBig(limit: 0))])
    }

    @Test func `of a large message is not held against the next`() {
        let inflater = Inflater()
        let limits = MessageLimits(messageBytesMax: 1_000_000)
        let large = [UInt8](repeating: 7, count: 1_000_000)
        let frames =
            Peer(endpoint: .client).frame(0xC2, Zlib.payload(large))
            + Peer(endpoint: .client).frame(0xC1, `A compressed message`.hello)
        let said = heard([frames[...]], as: .client, limits: limits, inflater: inflater)
        #expect(said == [.binary(large), .text("Hello")])
        let bomb = Peer(endpoint: .client).frame(0xC2, Zlib.payload(large + [7]))
        #expect(
            heard([bomb[...]], as: .client, limits: limits, inflater: inflater)
                == [.violation(.inflatedTooBig(limit: 1_000_000))])
        #expect(
            heard([frames[...]], as: .client, limits: limits, inflater: inflater)
                == [.binary(large), .text("Hello")])
    }
}
