import ArgumentParser
import FoundationEssentials
import Glibc
import Server
import TestSupport
import Testing

@testable import Load

@Suite struct `The command line` {
    /// The code of a command line that is refused, and what is said of it.
    private static func refusal(of words: [String]) throws -> (code: Int32, message: String) {
        let error = try #require(throws: (any Error).self) {
            _ = try LoadCommand.parseAsRoot(words)
        }
        return (LoadCommand.exitCode(for: error).rawValue, LoadCommand.message(for: error))
    }

    @Test func `has the version of the daemon`() throws {
        let answer = try Self.refusal(of: ["--version"])
        #expect(answer.code == 0)
        #expect(answer.message == Version.text)
    }

    @Test func `refuses a report that nobody could write before anything is measured`() throws {
        let folder = try TestSupport.TemporaryFolder()
        let file = "\(folder.path)/file"
        #expect(FileManager.default.createFile(atPath: file, contents: Data("old".utf8)))
        let bad = [
            (folder.path, "is a directory"), ("\(folder.path)/away/a.html", "no such file"),
            ("\(file)/a.html", "not a directory"), ("", "no such file"),
            ("\(folder.path)/new/", "is a directory"),
        ]
        for (path, reason) in bad {
            let answer = try Self.refusal(of: ["chat", "--report", path])
            #expect(answer.code == 64)
            #expect(answer.message.contains("--report: cannot write \"\(path)\""))
            #expect(answer.message.lowercased().contains(reason))
        }
    }

    @Test func `refuses a folder for figures that nobody could write to`() throws {
        let folder = try TestSupport.TemporaryFolder()
        let (file, taken) = ("\(folder.path)/file", "\(folder.path)/taken")
        #expect(FileManager.default.createFile(atPath: file, contents: Data("old".utf8)))
        try FileManager.default.createDirectory(
            atPath: "\(taken)/echo.svg", withIntermediateDirectories: true)
        let bad = [
            ("\(folder.path)/away", "\(folder.path)/away/figures.md", "no such file"),
            (file, "\(file)/figures.md", "not a directory"), ("", "", "no such file"),
            (taken, "\(taken)/echo.svg", "is a directory"),
        ]
        for (path, name, reason) in bad {
            let answer = try Self.refusal(of: ["figures", "--folder", path])
            #expect(answer.code == 64)
            #expect(answer.message.contains("--folder: cannot write \"\(name)\""))
            #expect(answer.message.lowercased().contains(reason))
        }
        _ = try LoadCommand.parseAsRoot(["figures", "--folder", folder.path])
        #expect(access("\(folder.path)/figures.md", F_OK) == -1)
    }

    @Test func `takes of a profile what it has, and nothing else`() throws {
        let good = [
            ["fanout", "--receivers", "100", "--under-way", "4"], ["tls", "--handshakes", "7"],
            ["bomb", "--inflated", "70000"], ["echo", "--yardstick", "c", "--bytes", "0"],
        ]
        for words in good { _ = try LoadCommand.parseAsRoot(["profile"] + words) }
        let bad = [
            (["echo", "--inflated", "70000"], "--inflated: the profile echo has none"),
            (["fanout", "--receivers", "2", "--depth", "3"], "--depth: expected 1 to 2, got 3"),
            (["deflate", "--bytes", "20"], "--bytes: expected 150 to 65536, got 20"),
            (["churn", "--nio", "x"], "only echo and fanout compare with others"),
        ]
        for (words, reason) in bad {
            let answer = try Self.refusal(of: ["profile"] + words)
            #expect(answer.code == 64)
            #expect(answer.message.contains(reason), "\(answer.message)")
        }
    }

    @Test func `leaves what is there as it is, and nothing new`() throws {
        let folder = try TestSupport.TemporaryFolder()
        let (old, new) = ("\(folder.path)/old.html", "\(folder.path)/new.html")
        #expect(FileManager.default.createFile(atPath: old, contents: Data("old".utf8)))
        for path in [old, new] {
            _ = try LoadCommand.parseAsRoot(["chat", "--report", path])
        }
        #expect(FileManager.default.contents(atPath: old) == Data("old".utf8))
        #expect(access(new, F_OK) == -1)
    }
}
