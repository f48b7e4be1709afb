import HTTP
import HTTPTypes
import Accounts
import Avatars
import Kernel
import SwiftProtobuf
import Testing
import Wire

@testable import Gateway

/// What places of features over HTTP lead to.
@Suite struct `A place over HTTP` {
    private typealias Command = ClientMessage.OneOf_Command

    private static func router() -> Router<HTTPRoute> {
        var catalog = Catalog()
        catalog.read(Command.partnerRead, reply: { .done($0) }) {
            (command, _, _) throws(Refusal) in
            throw Refusal(.notFound, "\(command.number)")
        }
        catalog.write(Command.meetupOffer, reply: { .done($0) }) {
            (command, _, _) throws(Refusal) in
            throw Refusal(.conflict, "\(command.number) \(command.place)")
        }
        catalog.upload(
            "picture", .put, "/picture", UploadTerms(of: "pictures", bodyBytesMax: 9_000),
            rate: .uploads, shows: RouteAnswer.asMessage
        ) { (_, _, _) throws(Refusal) in throw .fault }
        catalog.route(.get, "/matches/{number}/", Command.partnerRead)
        catalog.route(.put, "/matches/{number}/", Command.meetupOffer) { body in
            .message(body, status: .created)
        }
        return HTTPRoute.router(of: catalog)
    }

    private static func request(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = ""
    ) -> Request {
        var head = HTTPRequest(method: method, scheme: nil, authority: "a", path: path)
        head.headerFields[.contentType] = "application/json"
        head.headerFields[.authorization] = "Bearer t"
        return Request(head: head, body: Array(body.utf8))
    }

    /// The command that a request is, for a user.
    private static func call(_ request: Request) throws -> HTTPCall {
        guard
            case .found(.command(let form, let fields), let values) =
                router().route(request.head)
        else { throw Refusal.fault }
        let path = zip(fields, values).map { (name: $0, value: $1) }
        return try HTTPCall(request, by: form, path: path)
    }

    private static func work(of request: Request) throws -> Work {
        var call = try call(request)
        let caller = Caller(user: 1, username: "ana", token: 1)
        let (input, rest) = (call.takeInput(), call.takeInput())
        #expect(rest == nil && call.request.body.isEmpty)
        return try call.entry.read(#require(input), for: caller).work
    }

    /// A connection knows a token for a minute, in which it may be given up.
    @Test func `looks the user of a token up again for each file`() throws {
        #expect(try Self.call(Self.request(.put, "/picture")).needsLookUp)
        #expect(try !Self.call(Self.request(.get, "/matches/5")).needsLookUp)
    }

    @Test(arguments: ["/matches/5", "/matches/5/"])
    func `fills a command's fields from its path`(path: String) throws {
        guard case .read = try Self.work(of: Self.request(.get, path)) else {
            Issue.record("expected a read")
            return
        }
        let call = try Self.call(Self.request(.get, path))
        #expect(call.entry.name == "partnerRead")
        let failure = #expect(throws: DecodingFailure.self) {
            try Self.work(of: Self.request(.get, "/matches/five/"))
        }
        #expect(failure?.field == "partnerRead.number")
    }

    @Test func `joins its path with a body, and has a status of its own`() throws {
        let request = Self.request(.put, "/matches/5/", #"{"place":"Mensa"}"#)
        guard case .write = try Self.work(of: request) else {
            Issue.record("expected a write")
            return
        }
        let answer = try Self.call(request).shows(.done(Done()))
        #expect(answer.status?.http == .created)
        let misuse = #expect(throws: HTTPCall.Misuse.self) {
            try Self.call(Self.request(.put, "/matches/5/", #"{"number":6}"#))
        }
        #expect(misuse?.refusal.field == "number")
    }

    @Test func `takes no method but its own`() {
        let outcome = Self.router().route(Self.request(.delete, "/matches/5/").head)
        guard case .notAllowed(let methods) = outcome else {
            Issue.record("expected what is allowed")
            return
        }
        #expect(methods == [.get, .head, .put])
    }

    @Test func `of a file is counted by its name, and says how large a body it takes`() {
        var catalog = Catalog()
        catalog.upload(
            "picture", .put, "/picture", UploadTerms(of: "pictures", bodyBytesMax: 9_000),
            rate: .uploads, shows: RouteAnswer.asMessage
        ) { (_, _, _) throws(Refusal) in throw .fault }
        catalog.remove(
            "picture", "/picture", shows: RouteAnswer.asMessage
        ) { (_, _) throws(Refusal) in throw .fault }
        #expect(catalog.countedNames == ["picture"])
        #expect(catalog.routes.map(\.form.plain?.place) == [0, 0])
        #expect(catalog.uploadBytesMax == 9_000)
    }
}
