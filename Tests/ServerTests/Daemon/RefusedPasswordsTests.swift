import Accounts
import Foundation
import TestSupport
import Testing

@testable import Observability
@testable import Server

@Suite struct `A list of refused passwords` {
    private let folder: TemporaryFolder
    private let worst = CommonPasswords().count

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, to name: String) throws -> String {
        let path = "\(folder.path)/\(name)"
        try FileManager.default.createDirectory(
            at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    private func failure(_ named: String) -> String {
        let failure = #expect(throws: StartFailure.self) {
            try RefusedPasswords(program: nil).load(named)
        }
        return failure?.description ?? ""
    }

    @Test func `is the one that is named, else the one beside the program, else built in`() throws {
        let program = try write("", to: "bin/upford")
        let passwords = RefusedPasswords(program: program)
        #expect(try passwords.load("").count == worst)
        _ = try write("one of ours\nanother\n", to: "share/upford/refused-passwords")
        #expect(try passwords.load("").count == worst + 1)
        let named = try write("first of theirs\nsecond of theirs\n", to: "named")
        #expect(try passwords.load(named).count == worst + 2)
        #expect(try RefusedPasswords(program: nil).load("").count == worst)
    }

    @Test func `that is named and cannot be used keeps the daemon from starting`() throws {
        let missing = "\(folder.path)/missing"
        #expect(
            failure(missing)
                == "passwords.refused: cannot read \(missing): No such file or directory")
        #expect(failure(folder.path).hasSuffix("Is a directory"))
        let empty = try write("", to: "empty")
        #expect(
            failure(empty)
                == "passwords.refused: \(empty) is no list of passwords: it has no lines")
        let long = try write(String(repeating: "12345678\n", count: 120_000), to: "long")
        #expect(failure(long).hasSuffix("has more than 1048576 bytes"))
    }

    @Test func `that is installed and broken does, too`() throws {
        let program = try write("", to: "bin/upford")
        _ = try write("a\u{0}b\n", to: "share/upford/refused-passwords")
        #expect(throws: StartFailure.self) { try RefusedPasswords(program: program).load("") }
    }
}
