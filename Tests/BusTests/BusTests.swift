import Dispatch
import EventLoop
import Glibc
import Hub
import Kernel
import SwiftProtobuf
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Bus

/// A way to carry messages between hubs. Every one passes the same suite.
enum Carrier: CaseIterable, Sendable {
    case local
    case redis
    case encryptedRedis

    /// Those that can be had here: `Tests/redis.sh` runs a server.
    static var allCases: [Carrier] {
        [.local] + (RedisServer.place == nil ? [] : [.redis, .encryptedRedis])
    }

    /// Buses for nodes 1, 2, …
    func make(_ count: Int) throws -> [any HubBus] {
        switch self {
        case .local:
            let exchange = LocalBus.Exchange()
            return (1...count).map { LocalBus(node: $0, on: exchange) }
        case .redis:
            let place = try #require(RedisServer.place)
            return Self.make(count, RedisServer.terms(place))
        case .encryptedRedis:
            let place = try #require(RedisServer.encryptedPlace)
            let trust = try TLSTrust(file: try #require(RedisServer.authorities))
            return Self.make(count, RedisServer.terms(place, trust))
        }
    }

    private static func make(_ count: Int, _ terms: RedisBus.Terms) -> [RedisBus] {
        (1...count).map { RedisBus(node: $0, terms) }
    }
}

/// The server of the tests.
enum RedisServer {
    static let place = value("UPFOR_REDIS").flatMap { RedisPlace($0) }
    static let encryptedPlace = value("UPFOR_REDIS_TLS").flatMap { RedisPlace("rediss://\($0)") }
    /// File of the authority that has signed its certificate.
    static let authorities = value("UPFOR_REDIS_AUTHORITIES")
    private static let count = Atomic(0)

    private static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Terms with a prefix of a test's own, and patience for a slow machine.
    static func terms(_ place: RedisPlace, _ trust: TLSTrust? = nil) -> RedisBus.Terms {
        let number = count.add(1, ordering: .relaxed).newValue
        var terms = RedisBus.Terms(place, trust: trust, prefix: "test-\(getpid())-\(number)")
        (terms.connectPatience, terms.silenceMax) = (.seconds(60), .seconds(60))
        return terms
    }
}

/// Hears what happens on a bus.
final class Ear: Sendable {
    private let state = Mutex<[String]>([])
    private let news = DispatchSemaphore(value: 0)

    func hear(_ event: BusEvent) {
        let words =
            switch event {
            case .heard(let messages): messages.map { "\($0.node): \($0.message.brief)" }
            case .follows(let users): users.map { "follows \($0.rawValue)" }
            case .isUp: ["up"]
            case .isDown(let reason): ["down: \(reason)"]
            }
        state.withLock { $0 += words }
        for _ in words { news.signal() }
    }

    /// The next `count` things that happen.
    func next(_ count: Int) throws -> [String] {
        for _ in 0..<count {
            try #require(news.wait(timeout: .now() + 120) == .success, "silence")
        }
        return state.withLock { state in
            defer { state.removeFirst(count) }
            return Array(state.prefix(count))
        }
    }
}

extension NodeMessage {
    fileprivate var brief: String {
        switch self {
        case .inbox(let user, let seq): "inbox \(user.rawValue) \(seq)"
        case .news: "news"
        case .hint(let hint, let user):
            "hint \(hint.part.key) about \(hint.part.about.rawValue) for \(user.rawValue)"
                + " on \(hint.topic?.name ?? "nothing"), \(hint.part.body == Self.typing)"
                + (hint.transaction.map { ", of \($0)" } ?? "")
        default: "\(self)"
        }
    }

    fileprivate static let typing = ServerMessage.OneOf_Body.roomTyping(
        .with { ($0.room, $0.from, $0.on) = ("ana:ben", "ana", true) })
}

@Suite struct `A bus between nodes` {
    @Test(arguments: Carrier.allCases)
    func `brings what concerns a user to the nodes that follow, in order`(
        carrier: Carrier
    ) throws {
        let (buses, ears) = (try carrier.make(3), (0..<3).map { _ in Ear() })
        for (bus, ear) in zip(buses, ears) { bus.begin { ear.hear($0) } }
        for ear in ears { #expect(try ear.next(1) == ["up"]) }
        buses[1].follow([7, 8], true)
        #expect(try ears[1].next(2).sorted() == ["follows 7", "follows 8"])
        let part = HintPart(key: "typing:ana:ben", about: 5, body: NodeMessage.typing)
        buses[0].tell([
            .inbox(7, seq: 1), .inbox(9, seq: 1), .inbox(7, seq: 2),
            .hint(NodeHint(part, on: Topic("circle")), for: 8),
            .hint(NodeHint(part, on: nil, of: .max), for: 8), .news,
        ])
        #expect(
            try ears[1].next(5) == [
                "1: inbox 7 1", "1: inbox 7 2",
                "1: hint typing:ana:ben about 5 for 8 on circle, true",
                "1: hint typing:ana:ben about 5 for 8 on nothing, true, of 9223372036854775807",
                "1: news",
            ])
        #expect(try ears[2].next(1) == ["1: news"])
        for bus in buses { bus.end() }
    }

    /// Every writer to a bus could forge hints in any user's name.
    @Test func `brings only hints of kinds that need no trust`() throws {
        let allowed: [ServerMessage.OneOf_Body] = [
            .presence(Presence()), .roomTyping(RoomTyping()), .roomReceipt(RoomReceipt()),
            .placeChanged(.with { $0.gone = "ana" }), .circleChanged(.with { $0.removed = "1" }),
            .circleChanged(.with { $0.liked = CircleLikes() }),
            .circleChanged(.with { $0.unsaid = CircleCommentRemoved() }),
        ]
        let refused: [ServerMessage.OneOf_Body] = [
            .placeChanged(.with { $0.set = Marker() }), .placeChanged(PlaceChanged()),
            .circleChanged(.with { $0.posted = CirclePost() }),
            .circleChanged(.with { $0.said = CircleSaid() }),
            .wordDailyShown(WordDailyShown()), .notice(Notice()), .roomMessage(RoomMessage()),
            .friendAdded(FriendAdded()), .error(CommandError()),
        ]
        for (bodies, isBrought) in [(allowed, true), (refused, false)] {
            for body in bodies {
                let part = HintPart(key: "k", about: 5, body: body)
                let message = NodeMessage.hint(NodeHint(part, on: nil), for: 7)
                let read = NodeMessage.read(message.bytes(from: 1), for: 7)
                #expect((read != nil) == isBrought, "\(body)")
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func `brings nothing of a user whom no node follows, and nothing to its sender`(
        carrier: Carrier
    ) throws {
        let (buses, ears) = (try carrier.make(2), (0..<2).map { _ in Ear() })
        for (bus, ear) in zip(buses, ears) { bus.begin { ear.hear($0) } }
        for ear in ears { #expect(try ear.next(1) == ["up"]) }
        for bus in buses { bus.follow([7], true) }
        for ear in ears { #expect(try ear.next(1) == ["follows 7"]) }
        buses[1].follow([7], false)
        buses[1].follow([8], true)
        #expect(try ears[1].next(1) == ["follows 8"])
        buses[0].tell([.inbox(7, seq: 1), .news])
        #expect(try ears[1].next(1) == ["1: news"])
        buses[1].tell([.news])
        #expect(try ears[0].next(1) == ["2: news"])
        for bus in buses { bus.end() }
    }

    @Test(.enabled(if: RedisServer.encryptedPlace != nil, "Tests/redis.sh runs a server"))
    func `sends nothing to a server with a certificate of another authority`() throws {
        let place = try #require(RedisServer.encryptedPlace)
        let folder = try TemporaryFolder()
        let other = try TestCertificate(alternatives: "IP:127.0.0.1").write(to: folder)
        let trust = try TLSTrust(file: other.certificateFile)
        let (bus, ear) = (
            RedisBus(node: 1, RedisServer.terms(place, trust)),
            Ear()
        )
        bus.begin { ear.hear($0) }
        #expect(
            try ear.next(1) == ["down: its certificate is signed by nobody that is trusted here"])
        bus.end()
    }

    @Test(arguments: [
        "", "1", "x n\n", "1 i\n", "1 i x\n", "1 h 1 5 -\nab", "1 h 1 -1 -\nab", "1 z 1\n", "1 n",
    ])
    func `takes what it does not understand for nothing`(words: String) {
        for user: User.ID? in [nil, 7] where !(user == nil && words.hasSuffix(" n\n")) {
            #expect(NodeMessage.read(Array(words.utf8), for: user) == nil)
        }
    }

    @Test(arguments: [("5", true), ("x", false), ("5 6", false)])
    func `takes a hint whose transaction is no number for nothing`(
        number: String, isUnderstood: Bool
    ) {
        let part = HintPart(key: "typing:ana:ben", about: 5, body: NodeMessage.typing)
        let bytes = NodeMessage.hint(NodeHint(part, on: nil, of: 5), for: 7).bytes(from: 1)
        let head = Array("1 h 5 14 - \(number)\n".utf8)
        let changed = head + bytes.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
        #expect((NodeMessage.read(changed, for: 7) != nil) == isUnderstood)
    }

    @Test(arguments: [
        ("127.0.0.1:6379", RedisPlace.host("127.0.0.1", port: 6_379)),
        ("[::1]:6379", .host("::1", port: 6_379)),
        ("rediss://redis.example:6379", .encrypted("redis.example", port: 6_379)),
        ("rediss://[::1]:6379", .encrypted("::1", port: 6_379)),
        ("/run/redis.sock", .socket(path: "/run/redis.sock")),
        ("rediss://redis", nil), ("rediss://:6379", nil), ("https://redis:6379", nil),
        ("redis", nil), ("redis:0", nil), (":6379", nil), ("redis:70000", nil), ("", nil),
    ])
    func `is found where the settings say`(text: String, place: RedisPlace?) {
        #expect(RedisPlace(text) == place)
    }
}
