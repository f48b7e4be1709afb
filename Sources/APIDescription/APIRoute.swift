public import Kernel

/// A place of an interface with documents of its own, as its description needs it.
public struct APIRoute: Sendable {
    /// In small letters.
    let method: String
    let path: String
    /// The fields in the path.
    let pathFields: [String]
    /// The document that a request fills.
    let request: WireSchema.Message
    let answer: RouteForm.Answer
    let needsToken: Bool
    let interface: String
    /// Whether it changes something by a method that should not.
    let isDeprecated: Bool

    /// - Parameters:
    ///   - method: in small letters.
    ///   - path: with fields in braces.
    /// - Returns: nil for a place without a document of its own.
    public init?(_ route: Route, method: String, path: String) {
        let form = route.form
        guard let name = form.request, let interface = route.interface else { return nil }
        guard let message = WireSchema.current.messages[name] else {
            preconditionFailure("\(name) is not in the schema: run make proto")
        }
        (self.method, self.path, self.interface) = (method, path, interface)
        (request, answer, pathFields) = (message, form.answer, route.fields)
        (needsToken, isDeprecated) = (form.isForUsers, route.isDeprecated)
    }

    var id: String {
        let words = path.split { !$0.isLetter && !$0.isNumber }
        return ([method] + words.map(String.init)).joined(separator: ".")
    }

    /// The fields of the query or the body.
    var fields: [WireSchema.Field] {
        request.fields.filter { !pathFields.contains($0.name) && $0.name != "cid" }
    }

    /// Whether it has a key by which it can be repeated.
    var isRepeatable: Bool { request.fields.contains { $0.name == "cid" } }

    /// The messages that answer.
    var answerMessages: [String] {
        switch answer {
        case .document(let name, _, _): [name]
        case .either(let names): names
        case .message, .file, .nothing: []
        }
    }
}

/// A command, as its description needs it.
public struct APICommand: Sendable {
    /// On the wire: "roomSend".
    public let name: String
    /// Those of HTTP that it can be used by, in small letters; none: it needs a socket.
    let methods: [String]
    let access: Access
    /// Whether an answer to a read has the address of the next page.
    let hasPages: Bool
    /// Of the message that answers it: "roomSent".
    let reply: String
    let request: WireSchema.Message
    let replyType: String

    /// - Parameters:
    ///   - entry: of a command of this program's schema.
    ///   - methods: as the property.
    public init(_ entry: CatalogEntry, methods: [String]) {
        guard let message = entry.message else {
            preconditionFailure("\(entry.name) has no message")
        }
        let schema = WireSchema.current
        (name, access, reply) = (entry.name, entry.access, message.reply)
        (self.methods, hasPages) = (methods, entry.hasPages)
        request = schema.body(of: "ClientMessage", entry.name)
        replyType = schema.body(of: "ServerMessage", reply).name
    }

    /// Whether it has a key by which it can be repeated.
    var isRepeatable: Bool { request.fields.contains { $0.name == "cid" } }

    /// Its summary: the first sentence about its message.
    var summary: String {
        guard let end = request.comment.firstRange(of: ". ") else { return request.comment }
        return String(request.comment[..<end.lowerBound]) + "."
    }
}

extension WireSchema {
    /// The message of a case of an envelope.
    func body(of envelope: String, _ name: String) -> Message {
        guard let field = messages[envelope]?.fields.first(where: { $0.name == name }),
            let inner = field.inner, let message = messages[inner]
        else { preconditionFailure("\(envelope).\(name) is not in the schema: run make proto") }
        return message
    }
}
