import Kernel
import SwiftProtobuf
import Wire

/// How answers read as documents of the interface.
extension WordupInterface {
    /// What the fields of commands are called in documents.
    private static let fields = [
        "firstName": "first_name", "lastName": "last_name", "known": "known_lang",
        "learn": "learn_lang", "at": "time_1", "place": "location", "login": "username",
        "number": "id",
    ]

    static func session(
        _ body: ServerMessage.OneOf_Body, status: RouteAnswer.Status? = nil
    ) -> RouteAnswer {
        guard case .account(let opened) = body else { return other(body) }
        var session = WordupSession()
        session.token = opened.token
        if opened.hasSpeaker { session.profile = WordupProfile(opened.speaker) }
        return .json(session.document + "\n", status: status)
    }

    static func profile(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .speaker(let speaker) = body else { return other(body) }
        return .json(WordupProfile(speaker).document + "\n")
    }

    static func profiles(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .speakers(let found) = body else { return other(body) }
        var answer = list(found.speakers.map { WordupProfile($0).document })
        if found.next > 0 { answer.next = "after=\(found.next)" }
        return answer
    }

    static func match(
        _ body: ServerMessage.OneOf_Body, status: RouteAnswer.Status? = nil
    ) -> RouteAnswer {
        guard case .partnership(let partnership) = body else { return other(body) }
        return .json(WordupMatch(partnership).document + "\n", status: status)
    }

    static func matches(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .partnerships(let found) = body else { return other(body) }
        return list(found.partnerships.map { WordupMatch($0).document })
    }

    /// A scheduled meetup, for calendars.
    static func calendar(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .partnership(let partnership) = body else { return other(body) }
        guard let event = MeetupCalendar(partnership) else {
            let refusal = Refusal(.notFound, field: "match", "this match has no scheduled meetup")
            return .message(.error(refusal.error(in: "")), status: nil)
        }
        return .file(event.text, contentType: "text/calendar; charset=utf-8")
    }

    static let deleted: RouteAnswer.Maker = { body in
        if case .error = body { other(body) } else { .nothing }
    }

    private static func list(_ documents: [String]) -> RouteAnswer {
        .json("[\(documents.joined(separator: ","))]\n")
    }

    /// A refusal, which names the field of the document.
    private static func other(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .error(var error) = body else { return .asMessage(body) }
        let field = error.field.split(separator: ".").last.map(String.init) ?? ""
        error.field = fields[field] ?? field
        return .message(.error(error), status: nil)
    }
}

extension WordupProfile {
    init(_ speaker: Speaker) {
        self.init()
        (id, username) = ("\(speaker.number)", speaker.username)
        (firstName, lastName) = (speaker.firstName, speaker.lastName)
        (knownLang, learnLang) = (speaker.known, speaker.learn)
        (bio, picture) = (speaker.bio, speaker.avatar)
    }
}

extension WordupMatch {
    init(_ partnership: Partnership) {
        self.init()
        matchID = "\(partnership.number)"
        userID1 = "\(partnership.first.number)"
        userID2 = "\(partnership.second.number)"
        let time = partnership.hasAt ? WordupTime.text(partnership.at) : nil
        time1 = time.map { .init(stringValue: $0) } ?? .init(nilLiteral: ())
        location = partnership.place
        statusCode = "\(partnership.status.rawValue)"
    }
}

extension Message {
    /// As JSON. What is encoded here is made of text that was decoded, or of our own.
    fileprivate var document: String {
        do {
            return try jsonString()
        } catch {
            preconditionFailure("\(Self.protoMessageName) cannot be encoded: \(error)")
        }
    }
}
