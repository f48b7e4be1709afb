import Kernel
import Wire

/// How answers read as documents of the interface.
extension HinderInterface {
    /// What the fields of commands are called in documents.
    private static let fields = [
        "title": "name", "text": "description", "place": "location", "gathering": "eventId",
        "profile": "userId", "project": "projectId",
    ]

    static func event(
        _ body: ServerMessage.OneOf_Body, status: RouteAnswer.Status? = nil
    ) -> RouteAnswer {
        guard case .gathering(let gathering) = body else { return other(body) }
        return one(HinderDocument(gathering), status)
    }

    static func events(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .gatherings(let page) = body else { return other(body) }
        return list(page.gatherings.map { HinderDocument($0) }, next: page.next)
    }

    static func user(
        _ body: ServerMessage.OneOf_Body, status: RouteAnswer.Status? = nil
    ) -> RouteAnswer {
        guard case .teamProfile(let profile) = body else { return other(body) }
        return one(HinderDocument(profile), status)
    }

    /// Those who attend an event; or the caller alone.
    static func users(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        if case .teamProfile(let own) = body { return list([HinderDocument(own)], next: "") }
        guard case .attendees(let page) = body else { return other(body) }
        return list(
            page.attendees.map { HinderDocument($0.profile) },
            next: page.next > 0 ? "\(page.next)" : "")
    }

    static func project(
        _ body: ServerMessage.OneOf_Body, status: RouteAnswer.Status? = nil
    ) -> RouteAnswer {
        guard case .project(let project) = body else { return other(body) }
        return one(HinderDocument(project), status)
    }

    static func projects(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .projects(let page) = body else { return other(body) }
        return list(
            page.projects.map { HinderDocument($0) }, next: page.next > 0 ? "\(page.next)" : "")
    }

    static func match(
        _ body: ServerMessage.OneOf_Body, status: RouteAnswer.Status? = nil
    ) -> RouteAnswer {
        guard case .swipe(let swipe) = body else { return other(body) }
        return one(HinderDocument(swipe), status)
    }

    static func matches(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .swipes(let page) = body else { return other(body) }
        return list(page.swipes.map { HinderDocument($0) }, next: page.next)
    }

    /// H5: is it mutual?
    static func isMutual(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .swipe(let swipe) = body else { return other(body) }
        var answer = RouteAnswer.json("\(swipe.mutual)\n")
        answer.isOfChange = true
        return answer
    }

    static func deck(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .deck(let page) = body else { return other(body) }
        let documents = page.cards.map { card in
            switch card.card {
            case .profile(let profile): HinderDocument(profile, shared: card.shared)
            case .project(let project): HinderDocument(project, shared: card.shared)
            case nil: HinderDocument(Project(), shared: card.shared)
            }
        }
        return list(documents, next: page.next)
    }

    static let deleted: RouteAnswer.Maker = { body in
        if case .error = body { other(body) } else { .nothing }
    }

    private static func one(
        _ document: HinderDocument, _ status: RouteAnswer.Status?
    ) -> RouteAnswer { .json(document.json + "\n", status: status) }

    private static func list(_ documents: [HinderDocument], next: String) -> RouteAnswer {
        var answer = RouteAnswer.json("[\(documents.map(\.json).joined(separator: ","))]\n")
        if !next.isEmpty { answer.next = RouteAnswer.query("after", next) }
        return answer
    }

    /// A refusal, which names the field of the document.
    private static func other(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .error(var error) = body else { return .asMessage(body) }
        let field = error.field.split(separator: ".").last.map(String.init) ?? ""
        error.field = fields[field] ?? field
        return .message(.error(error), status: nil)
    }
}
