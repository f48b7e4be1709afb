import Testing
import WebSocket

@Suite struct `A message in fragments` {
    static let whole = [
        Vector("three fragments", hears: .binary([1, 2, 3])) {
            $0.frame(0x02, [1]) + $0.frame(0x00, [2]) + $0.frame(0x80, [3])
        },
        Vector("fragments without bytes", hears: .text("")) {
            $0.frame(0x01) + $0.frame(0x00) + $0.frame(0x80)
        },
        Vector("only the middle has bytes", hears: .text("middle")) {
            $0.frame(0x01) + $0.frame(0x00, "middle") + $0.frame(0x80)
        },
        Vector("a ping between", hears: .ping([7]), .text("ab")) {
            $0.frame(0x01, "a") + $0.frame(0x89, [7]) + $0.frame(0x80, "b")
        },
        Vector(
            "pings and pongs between", hears: .ping([7]), .pong([8, 9]), .ping([]), .text("abc")
        ) {
            $0.frame(0x01, "a") + $0.frame(0x89, [7]) + $0.frame(0x8A, [8, 9])
                + $0.frame(0x00, "b") + $0.frame(0x89) + $0.frame(0x80, "c")
        },
        Vector("a message after it", hears: .text("ab"), .binary([3]), .text("cd")) {
            $0.frame(0x01, "a") + $0.frame(0x80, "b") + $0.frame(0x82, [3])
                + $0.frame(0x01, "c") + $0.frame(0x80, "d")
        },
        Vector("a close between", hears: .close(.goingAway, "bye")) {
            $0.frame(0x01, "a") + $0.close(1001, Array("bye".utf8)) + $0.frame(0x80, "b")
        },
        Vector("never finished", hears: .ping([])) {
            $0.frame(0x01, "a") + $0.frame(0x89) + $0.frame(0x00, "b")
        },
    ]

    @Test(arguments: whole)
    func `is one event, wherever the reads end`(vector: Vector) {
        vector.check()
    }

    static let broken = [
        Vector("nothing to continue", hears: .violation(.continuationWithoutStart)) {
            $0.frame(0x80, "a")
        },
        Vector("nothing to continue, nor an end", hears: .violation(.continuationWithoutStart)) {
            $0.frame(0x00, "a") + $0.frame(0x80, "b")
        },
        Vector(
            "nothing left to continue", hears: .text("ab"), .violation(.continuationWithoutStart)
        ) {
            $0.frame(0x01, "a") + $0.frame(0x80, "b") + $0.frame(0x80, "c")
        },
        Vector("a text inside", hears: .violation(.messageInsideMessage)) {
            $0.frame(0x01, "a") + $0.frame(0x81, "b")
        },
        Vector("a binary inside", hears: .ping([]), .violation(.messageInsideMessage)) {
            $0.frame(0x01, "a") + $0.frame(0x89) + $0.frame(0x02, [1])
        },
        Vector("a reserved bit inside", hears: .violation(.reservedBits)) {
            $0.frame(0x01, "a") + $0.frame(0xC0, "b")
        },
    ]

    @Test(arguments: broken)
    func `is refused when it does not add up`(vector: Vector) {
        vector.check()
    }
}

@Suite struct `The limits of a message` {
    static let small = MessageLimits(messageBytesMax: 10, fragmentsMax: 3)

    static let vectors = [
        Vector("just fits", limits: small, hears: .text("0123456789")) {
            $0.frame(0x81, "0123456789")
        },
        Vector("just fits in fragments", limits: small, hears: .text("0123456789")) {
            $0.frame(0x01, "01234") + $0.frame(0x00, "5678") + $0.frame(0x80, "9")
        },
        Vector("control frames do not count", limits: small, hears: .ping(Array(0...50))) {
            $0.frame(0x89, Array(0...50))
        },
        Vector(
            "a byte too many", limits: small,
            hears: .violation(.messageTooBig(bytes: 11, limit: 10))
        ) { $0.frame(0x81, "0123456789a") },
        Vector(
            "a byte too many in the second fragment", limits: small,
            hears: .violation(.messageTooBig(bytes: 11, limit: 10))
        ) { $0.frame(0x01, "0123456") + $0.frame(0x80, "789a") },
        Vector(
            "refused by its head alone", limits: small,
            hears: .violation(.messageTooBig(bytes: 1 << 16, limit: 10))
        ) { $0.frame(0x82, length: [127, 0, 0, 0, 0, 0, 1, 0, 0]) },
        Vector(
            "the largest length there is, after some bytes", limits: small,
            hears: .violation(.messageTooBig(bytes: UInt64(Int.max) + 10, limit: 10))
        ) {
            $0.frame(0x02, Array(0...9))
                + $0.frame(0x80, length: [127, 127] + [UInt8](repeating: 255, count: 7))
        },
        Vector(
            "too many fragments", limits: small, hears: .violation(.tooManyFragments(limit: 3))
        ) { $0.frame(0x01) + $0.frame(0x00) + $0.frame(0x00) + $0.frame(0x80) },
        Vector(
            "each message has its own", limits: small, hears: .text("012345"), .text("678901")
        ) {
            $0.frame(0x01, "012") + $0.frame(0x80, "345") + $0.frame(0x01, "678")
                + $0.frame(0x00) + $0.frame(0x80, "901")
        },
    ]

    @Test(arguments: vectors)
    func `are checked before anything is kept`(vector: Vector) {
        vector.check()
    }
}
