import Kernel
import SwiftProtobuf
import Wire

extension Person {
    /// A page of the circle.
    func circlePage(before: String = "", limit: UInt32? = nil) throws -> CirclePage {
        let command = CircleList.with {
            $0.before = before
            if let limit { $0.limit = limit }
        }
        return try ask(.circleList(command)) { answer in
            guard case .circlePage(let page) = answer else { return nil }
            return page
        }
    }

    /// The newest page, as "ana: coffee with ben".
    func circle() throws -> [String] {
        try circlePage().posts.map { post in
            let with = post.hasWith ? " with \(post.with.username)" : ""
            return "\(post.author.username): \(post.activity)\(with)"
        }
    }

    /// The newest post of an author, as this person sees it.
    func newestPost(of author: String) throws -> CirclePost? {
        try circlePage(limit: 50).posts.first { $0.author.username == author }
    }

    func readPost(_ id: String) throws -> CirclePost {
        try post(by: .circleRead(.with { $0.post = id }))
    }

    /// Says that they did it.
    @discardableResult
    func did(_ activity: String, with friend: String, _ text: String = "") throws -> CircleConfirmed
    {
        let command = CircleConfirm.with {
            ($0.friend, $0.activity, $0.text) = (friend, activity, text)
        }
        return try ask(.circleConfirm(command)) { answer in
            guard case .circleConfirmed(let confirmed) = answer else { return nil }
            return confirmed
        }
    }

    /// Takes that back.
    @discardableResult
    func undid(_ activity: String, with friend: String) throws -> CircleConfirmed {
        let command = CircleConfirm.with {
            ($0.friend, $0.activity, $0.on) = (friend, activity, false)
        }
        return try ask(.circleConfirm(command)) { answer in
            guard case .circleConfirmed(let confirmed) = answer else { return nil }
            return confirmed
        }
    }

    @discardableResult
    func edit(_ id: String, _ text: String) throws -> CirclePost {
        try post(by: .circleEdit(.with { ($0.post, $0.text) = (id, text) }))
    }

    func removePost(_ id: String) throws {
        try call(.circleRemove(.with { $0.post = id }))
    }

    @discardableResult
    func like(_ id: String, _ liked: Bool = true) throws -> CircleLikes {
        try ask(.circleLike(.with { ($0.post, $0.liked) = (id, liked) })) { answer in
            guard case .circleLikes(let likes) = answer else { return nil }
            return likes
        }
    }

    @discardableResult
    func comment(_ text: String, on id: String) throws -> CircleSaid {
        try ask(.circleSay(.with { ($0.post, $0.text) = (id, text) })) { answer in
            guard case .circleSaid(let said) = answer else { return nil }
            return said
        }
    }

    func unsay(_ comment: String, on id: String) throws {
        try call(.circleUnsay(.with { ($0.post, $0.comment) = (id, comment) }))
    }

    func comments(
        on id: String, before: String = "", limit: UInt32? = nil
    ) throws -> CircleCommentPage {
        let command = CircleComments.with {
            ($0.post, $0.before) = (id, before)
            if let limit { $0.limit = limit }
        }
        return try ask(.circleComments(command)) { answer in
            guard case .circleComments(let page) = answer else { return nil }
            return page
        }
    }

    /// What this person receives while the circle is open.
    var circleNews: [CircleChanged] {
        hints.compactMap { hint in
            guard case .circleChanged(let change) = hint else { return nil }
            return change
        }
    }

    private func post(by command: ClientMessage.OneOf_Command) throws -> CirclePost {
        try ask(command) { answer in
            guard case .circlePost(let post) = answer else { return nil }
            return post
        }
    }
}

extension World {
    /// Two friends are up for something for so long, and then everybody knows that it is over.
    func meet(
        _ one: String, _ other: String, for activity: String = "coffee",
        lasting: Duration = .seconds(900)
    ) throws {
        for name in [one, other] { try self[dynamicMember: name].set(activity, on: true) }
        try pass(lasting)
        for name in [one, other] { try self[dynamicMember: name].set(activity, on: false) }
        try pass(.seconds(30))
    }
}
