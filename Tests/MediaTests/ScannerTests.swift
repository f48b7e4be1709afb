import Files
import Kernel
import TestSupport
import Testing

@testable import Media

/// What the operator's scanner says of files.
@Suite(.timeLimit(.minutes(20))) struct `A scanner` {
    private let files = TestFiles()

    private func failure(of text: String, limit: Duration = .seconds(600)) throws -> MediaFailure? {
        let script = try InstalledScript(text)
        var programs = MediaPrograms()
        (programs.scanner, programs.timeLimit) = ([script.path, "word"], limit)
        // More than a pipe holds.
        let bytes = [UInt8](repeating: 0x61, count: 300_000) + Array("signature".utf8)
        let file = try files.uploaded(bytes)
        do {
            try ConfinedMedia(programs).scan(file, in: files.stored)
            return nil
        } catch {
            return error
        }
    }

    @Test func `gets the whole file, and its arguments`() throws {
        #expect(try failure(of: "[ $1 = word ] && [ $(wc -c) = 300009 ]") == nil)
        #expect(try failure(of: "grep -q signature && exit 1; exit 0") == .harmful)
    }

    @Test func `need not read the file`() throws {
        #expect(try failure(of: "exit 0") == nil)
        #expect(try failure(of: "exit 1") == .harmful)
    }

    @Test(arguments: ["exit 2", "kill -SEGV $$", "exec sleep 3600", "exec yes", "/no/such/program"])
    func `that says neither yes nor no has failed`(text: String) throws {
        let limit = text.contains("sleep") ? Duration.seconds(1) : .seconds(600)
        guard case .failed = try failure(of: text, limit: limit) else {
            Issue.record("accepted by \(text)")
            return
        }
    }

    @Test func `keeps the rights of the server`() throws {
        let folder = try TemporaryFolder()
        #expect(try failure(of: "cat >\(folder.path)/copy") == nil)
        #expect(folder.files == ["copy"])
    }

    @Test func `is not asked where there is none`() throws {
        let file = try files.uploaded([1])
        #expect(!ConfinedMedia(MediaPrograms()).scansFiles)
        try ConfinedMedia(MediaPrograms()).scan(file, in: files.stored)
    }
}
