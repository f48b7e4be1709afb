import EventLoop
import Kernel
import Testing
import TestProduct
import WebSocket
import Wire

@testable import Gateway
@testable import Hub
@testable import Settings

@Suite struct `A session` {
    private static let loggedOut = Answer(
        .success(.done(Done())),
        to: Origin(
            connection: 1, loop: 0, replyTo: .socket(command: 1, .json),
            name: "accountLogout", changesCaller: true))
    private let sessionContext: SessionContext

    init() throws {
        sessionContext = SessionContext(
            try .ofAllFeatures(), Configuration().limits, log: RecordedEvents())
    }

    /// What a message leads to, in words.
    private func say(_ json: String, to session: inout Session) -> String {
        session.outcome(of: json, in: sessionContext)
    }

    private func ana() -> Session {
        var session = Session(speaking: .json)
        _ = session.take(.signIn(Caller(user: 1, username: "ana", token: 1)))
        return session
    }

    @Test func `rests when more than 60 of a user's commands were refused in a minute`() throws {
        let limited = SessionContext(
            try .ofAllFeatures(), Configuration().limits,
            limiter: RateLimiter(Configuration.Rates(), of: []), log: RecordedEvents())
        var sessions = [ana(), ana()]
        func refuse(_ index: Int, at seconds: Int) -> Bool {
            _ = sessions[index].outcome(
                of: #"{"id":1,"roomType":{"with":"ben"}}"#, in: limited, at: .seconds(seconds))
            return sessions[index].takeRest()
        }
        for number in 0..<60 { #expect(!refuse(number % 2, at: 0)) }
        let rests = (refuse(0, at: 0), refuse(1, at: 0), refuse(1, at: 2))
        #expect(rests == (true, true, false))
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
        _ = session.take(.answer(Self.loggedOut))
        _ = session.take(.signOut)
        #expect(say(#"{"id":4,"friendList":{}}"#, to: &session) == "NOT_SIGNED_IN")
    }

    @Test func `says so behind a log-out that was the last command in flight, too`() {
        var session = ana()
        for id in 1..<256 { _ = say(#"{"id":\#(id),"accountRead":{}}"#, to: &session) }
        #expect(say(#"{"id":256,"accountLogout":{}}"#, to: &session) == "write accountLogout")
        #expect(say(#"{"id":257,"friendList":{}}"#, to: &session) == "NOT_SIGNED_IN")
        #expect(say(#"{"id":258,"roomType":{"with":"b"}}"#, to: &session) == "NOT_SIGNED_IN")
        #expect(say(#"{"id":259,"accountLogin":{}}"#, to: &session) == "BUSY")
    }

    @Test func `goes on when the log-out has failed`() {
        var session = ana()
        _ = say(#"{"id":1,"accountLogout":{}}"#, to: &session)
        _ = session.take(.answer(Self.loggedOut))
        #expect(say(#"{"id":2,"friendList":{}}"#, to: &session) == "read friendList")
    }

    @Test func `opens once at a time`() {
        var session = Session(speaking: .json)
        let open = #"{"id":1,"sessionOpen":{"token":"t","device":"d"}}"#
        #expect(say(open, to: &session) == "read sessionOpen")
        #expect(say(open, to: &session) == "ALREADY_SIGNED_IN")
    }
}

extension Session {
    /// What a message leads to: "write roomSend", "RATE_LIMITED", "close 1003".
    mutating func outcome(
        of json: String, in context: SessionContext, at uptime: Duration = .zero
    ) -> String {
        let key = ConnectionKey(loop: 0, connection: ConnectionID(index: 1, generation: 1))
        let result = Array(json.utf8).withUnsafeBytes { bytes in
            Result { () throws(SessionFailure) in
                try received(bytes, as: .json, from: key, in: context, Arrival(at: uptime))
            }
        }
        switch result {
        case .success(let command?): return "\(command.place) \(command.origin.name)"
        case .success(nil): return "nothing"
        case .failure(.close(let code, _)): return "close \(code.rawValue)"
        case .failure(.answer(let bytes)):
            let text = String(decoding: bytes, as: UTF8.self)
            guard let range = text.firstRange(of: #""code":""#) else { return text }
            return String(text[range.upperBound...].prefix { $0 != "\"" })
        }
    }
}

extension AdmittedCommand {
    /// Where it runs.
    var place: String {
        switch work {
        case .write: "write"
        case .read: "read"
        case .live: "live"
        case .prepare: "prepare"
        case .wait, .file, .refused: "\(work)"
        }
    }
}
