import EventLoop
import Kernel
import Testing
import WebSocket
import Wire

@testable import Server

@Suite struct `A session` {
    private let reception: Reception

    init() throws {
        var configuration = Configuration()
        configuration.passwords.memoryKiB = 8
        let events = RecordedEvents()
        let core = HubCore(configuration, loopCount: 1, log: events)
        let limits = configuration.limits
        reception = Reception(
            try Catalog(configuration, presence: core.board, limits: { limits }), limits,
            log: events)
    }

    /// What a message leads to, in words.
    private func say(_ json: String, to session: inout Session) -> String {
        let step = Array(json.utf8).withUnsafeBytes { bytes in
            session.received(bytes, as: .json, from: .number(1), at: reception)
        }
        return switch step {
        case .nothing: "nothing"
        case .write(let job): "write \(job.origin?.name ?? "")"
        case .read(let job): "read \(job.origin?.name ?? "")"
        case .prepare(_, let origin, _): "prepare \(origin.name)"
        case .live(let command): "live \(command.origin.name)"
        case .answer(let bytes): code(bytes)
        case .close(let code, _): "close \(code.rawValue)"
        }
    }

    private func code(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let range = text.firstRange(of: #""code":""#) else { return text }
        return String(text[range.upperBound...].prefix { $0 != "\"" })
    }

    private func ana() -> Session {
        var session = Session(speaking: .json)
        _ = session.take(.signIn(Caller(user: 1, username: "ana", token: 1)))
        return session
    }

    @Test func `hands its commands to where they are done`() {
        var session = ana()
        #expect(say(#"{"id":1,"friendList":{}}"#, to: &session) == "read friendList")
        #expect(
            say(#"{"id":2,"roomSend":{"to":"ben","text":"hi","cid":"1"}}"#, to: &session)
                == "write roomSend")
        #expect(
            say(#"{"id":3,"roomType":{"with":"ben","on":true}}"#, to: &session) == "live roomType")
        #expect(say(#"{"id":4,"roomType":{"with":"ben"}}"#, to: &session) == "INVALID_FIELD")
        #expect(session.inFlight == 3)
    }

    @Test func `does nothing for anybody behind a log-out`() {
        var session = ana()
        #expect(say(#"{"id":1,"accountLogout":{}}"#, to: &session) == "write accountLogout")
        #expect(say(#"{"id":2,"friendList":{}}"#, to: &session) == "NOT_SIGNED_IN")
        #expect(
            say(#"{"id":3,"roomSend":{"to":"ben","text":"hi","cid":"1"}}"#, to: &session)
                == "NOT_SIGNED_IN")
        _ = session.take(.answer(Answer(.done(Done()), to: .socket(command: 1, .json), .toChange)))
        _ = session.take(.signOut)
        #expect(say(#"{"id":4,"friendList":{}}"#, to: &session) == "NOT_SIGNED_IN")
    }

    @Test func `goes on when the log-out has failed`() {
        var session = ana()
        _ = say(#"{"id":1,"accountLogout":{}}"#, to: &session)
        _ = session.take(.answer(Answer(.done(Done()), to: .socket(command: 1, .json), .toChange)))
        #expect(say(#"{"id":2,"friendList":{}}"#, to: &session) == "read friendList")
    }

    @Test func `opens once at a time`() {
        var session = Session(speaking: .json)
        let open = #"{"id":1,"sessionOpen":{"token":"t","device":"d"}}"#
        #expect(say(open, to: &session) == "read sessionOpen")
        #expect(say(open, to: &session) == "ALREADY_SIGNED_IN")
    }
}
