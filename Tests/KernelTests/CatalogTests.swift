import Kernel
import SwiftProtobuf
import Testing
import Wire

@Suite struct `The catalogue` {
    private typealias Command = ClientMessage.OneOf_Command

    private static func catalog() -> Catalog {
        var catalog = Catalog()
        catalog.write(Command.friendAccept, reply: { .done($0) }) {
            (command, caller, transaction) throws(Refusal) in
            try transaction.run("UPDATE demo SET name = \(command.from)")
            return Done()
        }
        catalog.read(Command.roomHistory, reply: { .done($0) }) {
            (_, _, _) throws(Refusal) in Done()
        }
        catalog.open(Command.sessionOpen, reply: { .done($0) }) {
            (_, _) throws(Refusal) in Done()
        }
        catalog.prepareForAnyone(Command.accountLogin, reply: { .done($0) }) {
            (_, _, _) throws(Refusal) in Inquiry { (_) throws(Refusal) in Done() }
        }
        return catalog
    }

    /// One row: a command, as the schema names and numbers it.
    static let commands: [(name: String, field: Int, CatalogEntry.Verb, Access)] = [
        ("friendAccept", 302, .write, .user), ("roomHistory", 401, .read, .user),
        ("sessionOpen", 100, .open, .anyone), ("accountLogin", 201, .prepare, .anyone),
    ]

    @Test(arguments: commands)
    func `has names and numbers from the schema`(
        name: String, field: Int, verb: CatalogEntry.Verb, access: Access
    ) throws {
        let catalog = Self.catalog()
        let byName = try #require(catalog[.json(name)])
        let byNumber = try #require(catalog[.binary(field)])
        for entry in [byName, byNumber] {
            #expect(entry.name == name)
            #expect(entry.message?.field == field)
            #expect(entry.verb == verb)
            #expect(entry.access == access)
        }
    }

    @Test func `keeps commands in the order in which they were added`() {
        #expect(Self.catalog().entries.map(\.name) == Self.commands.map(\.name))
    }

    @Test(arguments: [
        CommandEnvelope.Name.json("dance"), .json(""), .json("FriendAccept"),
        .json("friend_accept"), .binary(0), .binary(-1), .binary(999),
    ])
    func `has nothing under another name`(name: CommandEnvelope.Name) {
        #expect(Self.catalog()[name] == nil)
    }

    @Test(arguments: ["friendAccept", "roomHistory"])
    func `refuses a user's command to a visitor`(name: String) throws {
        let work = try Self.work(#"{"id":1,"\#(name)":{}}"#, caller: nil)
        guard case .refused(let refusal) = work else {
            Issue.record("expected a refusal")
            return
        }
        #expect(refusal.code == .notSignedIn)
    }

    @Test func `gives the work that the feature wants done, with the command in it`() throws {
        let connection = FakeConnection()
        let work = try Self.work(#"{"id":1,"friendAccept":{"from":"ana"}}"#, caller: .ben)
        guard case .write(let run) = work else {
            Issue.record("expected work for the writer")
            return
        }
        #expect(try run(Transaction(on: connection)) == .done(Done()))
        #expect(connection.statements.map(\.binds) == [[.text("ana")]])
    }

    @Test func `names the command and the field that cannot be read`() {
        let failure = #expect(throws: DecodingFailure.self) {
            try Self.work(#"{"id":9,"friendAccept":{"from":1}}"#, caller: .ben)
        }
        #expect(failure?.field == "friendAccept.from")
        #expect(failure?.id == 9)
    }

    @Test func `begins with the tables of the inbox, and goes on with the features'`() {
        var catalog = Catalog()
        catalog.migrate([Migration("demo.1", ""), Migration("demo.2", "")])
        #expect(
            catalog.migrations.map(\.name) == Inbox.migrations.map(\.name) + ["demo.1", "demo.2"])
    }

    private static func work(_ json: String, caller: Caller?) throws -> Work {
        let catalog = catalog()
        return try Array(json.utf8).withUnsafeBytes { bytes in
            let envelope = try CommandEnvelope(opening: bytes, format: .json)
            return try #require(catalog[envelope.name]).read(.frame(envelope), for: caller).work
        }
    }
}

extension Caller {
    static let ben = Caller(user: 2, username: "ben", token: 3)
}
