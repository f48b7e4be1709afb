import Kernel
import SwiftProtobuf
import Wire

/// The REST interface of language partners, under /wordup/ (W3-W9, W18).
///
/// It has documents of its own (wordup.proto) for the same commands: what they may do, their limits
/// and their events are those of the commands.
enum WordupInterface {
    private typealias Command = ClientMessage.OneOf_Command

    private static let name = "wordup"
    /// The device that a log-in of this interface is listed as.
    private static let device = "REST"

    static func install(in catalog: inout Catalog) {
        installAccounts(in: &catalog)
        installProfiles(in: &catalog)
        installMatches(in: &catalog)
        installTimes(in: &catalog)
    }

    private static func installAccounts(in catalog: inout Catalog) {
        for place in ["/register/", "/profiles/"] {
            catalog.route(
                of: name, .post, place, to: [.accountRegister(AccountRegister())],
                answer: .document("WordupSession", status: .created),
                shows: { session($0, status: .created) }
            ) { (document: WordupRegistration) in .accountRegister(register(document)) }
        }
        for place in ["/login/", "/token/"] {
            catalog.route(
                of: name, .post, place, to: [.accountLogin(AccountLogin())],
                answer: .document("WordupSession"), shows: { session($0) }
            ) { (document: WordupLogin) in .accountLogin(login(document)) }
        }
        catalog.route(
            of: name, .post, "/logout/", to: [.accountLogout(AccountLogout())], shows: deleted
        ) { (_: AccountLogout) in .accountLogout(AccountLogout()) }
    }

    private static func register(_ document: WordupRegistration) -> AccountRegister {
        var command = AccountRegister()
        (command.username, command.password) = (document.username, document.password)
        (command.email, command.device) = (document.email, device)
        (command.guest, command.invitation) = (document.guest, document.invitation)
        command.speaker.firstName = document.firstName
        command.speaker.lastName = document.lastName
        command.speaker.known = document.knownLang
        command.speaker.learn = document.learnLang
        command.speaker.bio = document.bio
        return command
    }

    private static func login(_ document: WordupLogin) -> AccountLogin {
        var command = AccountLogin()
        (command.login, command.password) = (document.username, document.password)
        (command.code, command.device) = (document.code, device)
        command.guest = document.guest
        return command
    }

    private static func installProfiles(in catalog: inout Catalog) {
        catalog.route(
            of: name, .get, "/profiles/", to: [.speakerFind(SpeakerFind())],
            answer: .document("WordupProfile", isList: true), shows: { profiles($0) }
        ) { (document: WordupSearch) in
            var command = SpeakerFind()
            (command.username, command.after) = (document.username, document.after)
            return .speakerFind(command)
        }
        catalog.route(
            of: name, .get, "/profiles/{profile}/", to: [.speakerRead(SpeakerRead())],
            answer: .document("WordupProfile"), shows: { profile($0) }
        ) { (document: WordupProfileRead) in
            var command = SpeakerRead()
            command.number = document.profile
            return .speakerRead(command)
        }
        catalog.route(
            of: name, .put, "/profiles/{profile}/", to: [.speakerSet(SpeakerSet())],
            answer: .document("WordupProfile"), shows: { profile($0) }
        ) { (document: WordupProfileChange) in .speakerSet(change(document)) }
        catalog.route(
            of: name, .delete, "/profiles/{profile}/", to: [.speakerDelete(SpeakerDelete())],
            shows: deleted
        ) { (document: WordupProfileDelete) in
            var command = SpeakerDelete()
            (command.number, command.cid) = (document.profile, document.cid)
            return .speakerDelete(command)
        }
    }

    private static func change(_ document: WordupProfileChange) -> SpeakerSet {
        var command = SpeakerSet()
        (command.number, command.cid) = (document.profile, document.cid)
        if document.hasFirstName { command.firstName = document.firstName }
        if document.hasLastName { command.lastName = document.lastName }
        if document.hasKnownLang { command.known = document.knownLang }
        if document.hasLearnLang { command.learn = document.learnLang }
        if document.hasBio { command.bio = document.bio }
        return command
    }

    private static func installMatches(in catalog: inout Catalog) {
        catalog.route(
            of: name, .get, "/matches/", to: [.partnerList(PartnerList())],
            answer: .document("WordupMatch", isList: true), shows: { matches($0) }
        ) { (_: PartnerList) in .partnerList(PartnerList()) }
        catalog.route(
            of: name, .post, "/matches/", to: [.partnerMatch(PartnerMatch())],
            answer: .document("WordupMatch", status: .created),
            shows: { match($0, status: .created) }
        ) { (document: WordupMatchCreate) in
            var command = PartnerMatch()
            (command.username, command.cid) = (document.aUsername, document.cid)
            return .partnerMatch(command)
        }
        catalog.route(
            of: name, .get, "/matches/{match}/", to: [.partnerRead(PartnerRead())],
            answer: .document("WordupMatch"), shows: { match($0) }
        ) { (document: WordupMatchRead) in .partnerRead(read(document.match, speaker: 0)) }
        catalog.route(
            of: name, .put, "/matches/{match}/", to: meetupCommands,
            answer: .document("WordupMatch"), shows: { match($0) }
        ) { (document: WordupMatchChange) throws(DecodingFailure) in
            try WordupMeetup(document).command
        }
        catalog.route(
            of: name, .delete, "/matches/{match}/", to: [.partnerEnd(PartnerEnd())],
            shows: deleted
        ) { (document: WordupMatchDelete) in
            var command = PartnerEnd()
            (command.number, command.cid) = (document.match, document.cid)
            return .partnerEnd(command)
        }
        catalog.route(
            of: name, .get, "/matches/{match}/meetup.ics", to: [.partnerRead(PartnerRead())],
            answer: .file(contentType: "text/calendar"), shows: { calendar($0) }
        ) { (document: WordupMatchRead) in .partnerRead(read(document.match, speaker: 0)) }
    }

    private static func installTimes(in catalog: inout Catalog) {
        catalog.route(
            of: name, .get, "/times/{profile}/", to: [.partnerRead(PartnerRead())],
            answer: .document("WordupMatch"), shows: { match($0) }
        ) { (document: WordupTimeRead) in .partnerRead(read(0, speaker: document.profile)) }
        catalog.route(
            of: name, .put, "/times/{profile}/", to: meetupCommands,
            answer: .document("WordupMatch"), shows: { match($0) }
        ) { (document: WordupTimeChange) throws(DecodingFailure) in
            try WordupMeetup(document).command
        }
        catalog.route(
            of: name, .delete, "/times/{profile}/", to: [.meetupClear(MeetupClear())],
            shows: deleted
        ) { (document: WordupTimeDelete) in
            var command = MeetupClear()
            (command.speaker, command.cid) = (document.profile, document.cid)
            return .meetupClear(command)
        }
    }

    private static let meetupCommands: [ClientMessage.OneOf_Command] = [
        .meetupOffer(MeetupOffer()), .meetupAccept(MeetupAccept()), .meetupClear(MeetupClear()),
    ]

    private static func read(_ number: UInt32, speaker: UInt32) -> PartnerRead {
        var command = PartnerRead()
        (command.number, command.speaker) = (number, speaker)
        return command
    }
}

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
        guard let event = CalendarEvent(partnership) else {
            let refusal = Refusal(.notFound, field: "match", "this match has no scheduled meetup")
            return .message(.error(refusal.error(in: "")), status: nil)
        }
        return .file(
            event.file(by: "Language partners"), contentType: "text/calendar; charset=utf-8")
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
