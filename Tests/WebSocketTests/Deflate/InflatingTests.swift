import Testing
import WebSocket

/// Bytes as a sender of compressed messages leaves them; `c1` begins a text, `41` its first
/// fragment.
@Suite struct `A compressed message` {
    static let hello: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]

    /// The examples of RFC 7692 §7.2.3, byte for byte.
    static let examples = [
        Vector("in one frame", deflate: true, hears: .text("Hello")) { $0.frame(0xC1, hello) },
        Vector("in two fragments", deflate: true, hears: .text("Hello")) {
            $0.frame(0x41, Array(hello.prefix(3))) + $0.frame(0x80, Array(hello.dropFirst(3)))
        },
        Vector("in a block that is stored", deflate: true, hears: .text("Hello")) {
            $0.frame(
                0xC1, [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00])
        },
        Vector("in a block marked as the last", deflate: true, hears: .text("Hello")) {
            $0.frame(0xC1, [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00])
        },
        Vector("in two blocks", deflate: true, hears: .text("Hello")) {
            $0.frame(
                0xC1,
                [0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00])
        },
        Vector("without content", deflate: true, hears: .text("")) { $0.frame(0xC1, [0x00]) },
        Vector(
            "that leans on the one before", deflate: true, hears: .text("Hello"),
            .violation(.invalidDeflate)
        ) { $0.frame(0xC1, hello) + $0.frame(0xC1, [0xF2, 0x00, 0x11, 0x00, 0x00]) },
    ]

    @Test(arguments: examples)
    func `is heard as the standard shows it`(vector: Vector) {
        vector.check()
    }

    static let among = [
        Vector("binary", deflate: true, hears: .binary(Array("Hello".utf8))) {
            $0.frame(0xC2, hello)
        },
        Vector(
            "pings between its fragments", deflate: true, hears: .ping([7]), .pong([]),
            .text("Hello")
        ) {
            $0.frame(0x41, [0xF2]) + $0.frame(0x89, [7]) + $0.frame(0x00, [0x48, 0xCD, 0xC9])
                + $0.frame(0x8A) + $0.frame(0x00) + $0.frame(0x80, [0xC9, 0x07, 0x00])
        },
        Vector(
            "others that are not", deflate: true, hears: .text("a"), .text("Hello"), .binary([1]),
            .text("Hello"), .text("bc")
        ) {
            $0.frame(0x81, "a") + $0.frame(0xC1, hello) + $0.frame(0x82, [1])
                + $0.frame(0xC1, hello) + $0.frame(0x01, "b") + $0.frame(0x80, "c")
        },
        Vector("a close after it", deflate: true, hears: .text("Hello"), .close(.normal, "")) {
            $0.frame(0xC1, hello) + $0.close(1000)
        },
        Vector("a close inside", deflate: true, hears: .close(nil, "")) {
            $0.frame(0x41, hello) + $0.frame(0x88) + $0.frame(0x80)
        },
        Vector("all its bytes in the first fragment", deflate: true, hears: .text("Hello")) {
            $0.frame(0x41, hello) + $0.frame(0x80)
        },
        Vector("all its bytes in the last fragment", deflate: true, hears: .text("Hello")) {
            $0.frame(0x41) + $0.frame(0x80, hello)
        },
    ]

    @Test(arguments: among)
    func `lives among other frames`(vector: Vector) {
        vector.check()
    }

    static let bits =
        [0xD1, 0xE1, 0xF1, 0x91, 0xA1, 0x92].map { (first: UInt8) in
            Vector("first byte \(first)", deflate: true, hears: .violation(.reservedBits)) {
                $0.frame(first, hello)
            }
        }
        + [0xC8, 0xC9, 0xCA].map { (first: UInt8) in
            Vector("control \(first & 15)", deflate: true, hears: .violation(.reservedBits)) {
                $0.frame(first)
            }
        }
        + [
            Vector("on a continuation", deflate: true, hears: .violation(.reservedBits)) {
                $0.frame(0x41, [0xF2]) + $0.frame(0xC0, Array(hello.dropFirst()))
            },
            Vector("on a continuation alone", deflate: true, hears: .violation(.reservedBits)) {
                $0.frame(0x01, "a") + $0.frame(0x40, "b")
            },
            Vector("on a ping inside", deflate: true, hears: .violation(.reservedBits)) {
                $0.frame(0x41, [0xF2]) + $0.frame(0xC9)
            },
            Vector("inside another", deflate: true, hears: .violation(.messageInsideMessage)) {
                $0.frame(0x41, [0xF2]) + $0.frame(0xC1, hello)
            },
            Vector("never agreed on", hears: .violation(.reservedBits)) {
                $0.frame(0xC1, hello)
            },
            Vector("never agreed on, in fragments", hears: .violation(.reservedBits)) {
                $0.frame(0x41, hello)
            },
        ]

    @Test(arguments: bits)
    func `is marked on its first frame and nowhere else`(vector: Vector) {
        vector.check()
    }

    @Test func `is refused, not trapped on, where its owner has no inflater`() {
        var endpoint = Endpoint(role: .client, deflate: DeflateTerms())
        let frame = Peer(endpoint: .client).frame(0xC1, Self.hello)
        #expect(heard(frame, by: &endpoint) == [.violation(.reservedBits)])
    }

    static let odd: [(String, [UInt8], String)] = [
        ("no bytes at all", [], ""),
        ("its tail kept", hello.dropLast() + [0x00, 0x00, 0x00, 0xFF, 0xFF], "Hello"),
        (
            "its tail kept, and one more", hello + [0, 0, 0xFF, 0xFF, 0, 0, 0, 0xFF, 0xFF],
            "Hello"
        ),
        ("a last block and nothing after", [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00], "Hello"),
        ("two last blocks", [0xF3, 0x48, 0x05, 0x00, 0xCB, 0xC9, 0xC9, 0x07, 0x00], "Hello"),
        (
            "last blocks, then one that is not",
            [0xF3, 0x48, 0x05, 0x00, 0xCA, 0xC9, 0xC9, 0x07, 0x00], "Hello"
        ),
        ("empty last blocks", [0x03, 0x00, 0x03, 0x00, 0x03, 0x00] + hello, "Hello"),
        ("empty stored blocks", [0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0xFF, 0xFF] + hello, "Hello"),
        ("a stored last block", [0x01, 0x02, 0x00, 0xFD, 0xFF, 0x48, 0x69], "Hi"),
    ]

    @Test(arguments: odd)
    func `may end and be divided in odd ways`(name: String, payload: [UInt8], text: String) {
        Vector(name, deflate: true, hears: .text(text), .ping([])) {
            $0.frame(0xC1, payload) + $0.frame(0x89)
        }.check()
    }

    static let broken: [(String, [UInt8])] = [
        ("a block of type 3", [0x06, 0x00]),
        ("garbage", [0xFF, 0xFF, 0xFF, 0xFF]),
        ("garbage after a last block", [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0xFF, 0xFF]),
        ("garbage after its tail", hello + [0x00, 0x00, 0xFF, 0xFF, 0x07]),
        ("cut in a code", Array(hello.prefix(3))),
        ("cut in a stored block", [0x00, 0x09, 0x00, 0xF6, 0xFF, 0x48]),
        ("cut in the length of a stored block", [0x00, 0x05, 0x00]),
        ("a stored length that does not match", [0x00, 0x05, 0x00, 0xFA, 0xFE, 0x48]),
        ("a distance before the beginning", [0x4B, 0x04, 0x11, 0x00, 0x00]),
        ("too many lengths of codes", [0xFC, 0xFF, 0xFF, 0xFF]),
    ]

    @Test(arguments: broken)
    func `is refused when it is not DEFLATE`(name: String, payload: [UInt8]) {
        Vector(name, deflate: true, hears: .violation(.invalidDeflate)) {
            $0.frame(0xC2, payload) + $0.frame(0x89)
        }.check()
    }

    @Test func `is UTF-8 when it is text, once it is inflated`() {
        let cut = Zlib.payload([0xCE, 0xBA, 0xE1, 0xBD])
        for payload in [cut, Zlib.payload([0xFF]), Zlib.payload([0xED, 0xA0, 0x80])] {
            Vector("text", deflate: true, hears: .violation(.invalidText)) {
                $0.frame(0xC1, payload)
            }.check()
            Vector("text in fragments", deflate: true, hears: .violation(.invalidText)) {
                $0.frame(0x41, payload) + $0.frame(0x80)
            }.check()
        }
        Vector("binary", deflate: true, hears: .binary([0xCE, 0xBA, 0xE1, 0xBD])) {
            $0.frame(0xC2, cut)
        }.check()
    }
}
