import Client
import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

@Suite struct `Passkeys on the command line` {
    private static let list = Passkeys.with {
        $0.passkeys = [("AbCd1234xyz", "phone"), ("AbZZ9876xyz", "key"), ("Q1", "key")].map {
            (id, name) in
            .with {
                ($0.id, $0.name, $0.backedUp) = (id, name, name == "phone")
                $0.created.seconds = 1_795_386_400
            }
        }
    }

    private static func perform(
        _ words: String...
    ) async throws -> (commands: [ClientMessage.OneOf_Command], printer: RecordingPrinter) {
        let server = FakeServer { _ in .success(.passkeys(list)) }
        let printer = RecordingPrinter()
        let command = try #require(
            try UpforCommand.command(in: ["passkeys"] + words) as? any SessionCommand)
        try await command.perform(in: server.session(on: printer))
        return (server.commands, printer)
    }

    @Test func `are listed with the beginning of their ids`() async throws {
        let (commands, printer) = try await Self.perform()
        #expect(commands == [.passkeyList(PasskeyList())])
        #expect(printer.dataLines.count == 3)
        #expect(printer.dataLines[0].contains("AbCd1234") && printer.dataLines[0].contains("phone"))
        #expect(printer.dataLines[1].contains("on one device only"))
    }

    @Test func `are renamed and deleted by name, or by the beginning of an id`() async throws {
        let renamed = try await Self.perform("rename", "phone", "laptop").commands
        guard case .passkeyRename(let rename)? = renamed.last else {
            Issue.record("\(renamed)")
            return
        }
        #expect(rename.id == "AbCd1234xyz" && rename.name == "laptop" && !rename.cid.isEmpty)
        let deleted = try await Self.perform("delete", "AbZ").commands
        guard case .passkeyDelete(let delete)? = deleted.last else {
            Issue.record("\(deleted)")
            return
        }
        #expect(delete.id == "AbZZ9876xyz" && !delete.cid.isEmpty)
    }

    @Test func `are not deleted by what several have, or none`() async throws {
        for words in ["key", "Ab", "watch"] {
            await #expect(throws: Failure.self) { _ = try await Self.perform("delete", words) }
        }
        for words in [["delete"], ["rename", "phone"], ["list", "phone"]] {
            #expect(throws: (any Error).self) {
                try UpforCommand.command(in: ["passkeys"] + words)
            }
        }
    }
}
