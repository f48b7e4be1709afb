import ArgumentParser
import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

/// Z38: the audience of an activity, set on a command line.
@Suite struct `The command audience` {
    /// Ben and dan are meant, cleo is not, and friends to come are.
    private static func server() -> FakeServer {
        FakeServer { command in
            guard case .audienceList = command else { return .success(.audience(Audience())) }
            return .success(.audience(.meaning(newcomers: true)))
        }
    }

    static let lines: [(String, add: [String], drop: [String], others: Bool?)] = [
        ("--only cleo", ["cleo"], [], false),
        ("--only dan --only ben", ["dan", "ben"], [], false),
        ("--all", [], [], true),
        ("--add cleo --add ben --drop dan", ["cleo", "ben"], ["dan"], nil),
        ("--drop ben --drop dan", [], ["ben", "dan"], nil),
    ]

    @Test(arguments: lines)
    func `says in one step what changes`(
        options: String, add: [String], drop: [String], others: Bool?
    ) async throws {
        let server = Self.server()
        let session = server.session(on: RecordingPrinter())
        try await Self.run("audience coffee \(options)", on: session)
        let sets = server.commands.compactMap {
            if case .audienceSet(let set) = $0 { set } else { nil }
        }
        #expect(sets.map(\.activity) == ["coffee"])
        #expect(sets.map(\.add) == [add] && sets.map(\.drop) == [drop])
        #expect(sets.map { $0.hasOthers ? $0.others : nil } == [others])
        #expect(sets.allSatisfy { !$0.cid.isEmpty })
        // And afterwards, to show it.
        #expect(server.commands.count == 2)
    }

    @Test func `says who is no friend`() async throws {
        let server = FakeServer { command in
            guard case .audienceSet = command else {
                return .success(.audience(.meaning(newcomers: true)))
            }
            return .failure(
                .refused(.with { ($0.code, $0.message) = (.notFriends, "you are not friends") }))
        }
        let session = server.session(on: RecordingPrinter())
        let failure = await #expect(throws: Failure.self) {
            try await Self.run("audience coffee --only ben --only clep --only dam", on: session)
        }
        #expect(failure?.line == "no friend of yours: clep, dam; nothing was changed")
        #expect(failure?.exitCode == 1)
    }

    @Test func `is refused for what was wrong, also when the friends cannot be listed`() async {
        let refused = Failure.refused(.with { $0.code = .notFriends })
        let server = FakeServer { command in
            guard case .audienceSet = command else { return .failure(.unreachable("gone")) }
            return .failure(refused)
        }
        let session = server.session(on: RecordingPrinter())
        await #expect(throws: refused) {
            try await Self.run("audience coffee --add clep", on: session)
        }
    }

    @Test func `says whether friends to come are meant`() {
        let wording = Wording(me: "ana", palette: .plain, times: .utc(now: 0), width: 80)
        #expect(
            wording.audience(.meaning(newcomers: true))
                == ["✓  ben", "–  cleo", "✓  dan", "✓  friends you make later"])
        #expect(
            wording.audience(.meaning(newcomers: false)).last == "–  friends you make later")
        #expect(
            wording.audience(.with { $0.newcomers = false })
                == ["no friends yet", "–  friends you make later"])
        #expect(wording.audience(.with { $0.newcomers = true }) == ["no friends yet"])
        #expect(wording.audience(.meaning(newcomers: nil)) == ["✓  ben", "–  cleo", "✓  dan"])
    }

    private static func run(_ line: String, on session: Session) async throws {
        let command = try UpforCommand.parseAsRoot(TypedLine.words(line[...]))
        try await #require(command as? any SessionCommand).perform(in: session)
    }
}

extension Audience {
    /// Of three friends.
    fileprivate static func meaning(newcomers: Bool?) -> Audience {
        .with {
            $0.friends = [("ben", true), ("cleo", false), ("dan", true)].map { name, isSelected in
                .with { ($0.user.username, $0.selected) = (name, isSelected) }
            }
            if let newcomers { $0.newcomers = newcomers }
        }
    }
}
