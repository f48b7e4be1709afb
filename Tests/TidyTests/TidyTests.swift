import Foundation
import Testing

/// The house rules a compiler cannot check. Fix the code, not the test.
@Suite struct `The source tree` {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let files: [URL] = ["Sources", "Tests", "Fuzz/Sources"].flatMap { folder in
        let all = FileManager.default.enumerator(
            at: root.appending(path: folder), includingPropertiesForKeys: nil)
        return (all?.compactMap { $0 as? URL } ?? []).filter {
            $0.pathExtension == "swift" && !$0.path.contains("/Generated/")
        }
    }

    /// The schema, the page, scripts and packaging: other files with comments and texts.
    static let others: [URL] = [
        "proto", "Sources/Page", "Tests/Page", "Tests/Browser", "Tests/Interop", "Benchmarks",
        "Packaging",
    ].flatMap { folder in
        let all = FileManager.default.enumerator(
            at: root.appending(path: folder), includingPropertiesForKeys: nil,
            options: .skipsHiddenFiles)
        return (all?.compactMap { $0 as? URL } ?? []).filter {
            !$0.path.contains("/.build/")
                && (kinds.contains($0.pathExtension) || scripts.contains($0.lastPathComponent))
        }
    }

    private static let kinds: Set = [
        "awk", "css", "erl", "go", "html", "js", "mjs", "mk", "postrm", "prerm", "proto", "py",
        "sh", "swift", "ts", "webmanifest", "yaml", "yml",
    ]
    /// Without an extension: two programs in Packaging/page, and two files of Packaging/debian.
    private static let scripts: Set = ["build", "control", "rules", "world"]

    static let banned = [
        ("nonisolated" + "(unsafe)", "give the state one owner"),
        ("Date" + "()", "take a Moment"),
        ("Task" + ".sleep", "take a Moment and return a deadline"),
        (".random" + "(in:", "pass a generator"),
        ("FIX" + "ME", "finish it"),
        ("TO" + "DO", "finish it"),
        ("tr" + "y!", "say what happens when it fails"),
        (" as" + "! ", "say what happens when it is something else"),
    ]

    @Test(arguments: files)
    func `keeps to the house rules`(file: URL) throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 400, "split the file along its types")
        for (index, line) in lines.enumerated() {
            #expect(line.count <= 100, "line \(index + 1) is over 100 columns")
        }
        for (word, instead) in Self.banned {
            #expect(!text.contains(word), "\(word) is banned: \(instead)")
        }
    }

    @Test(arguments: files + others)
    func `names recipients, callers and peers`(file: URL) throws {
        // Words that stand for a role.
        let vague =
            #/(?i)\b(?:(?:is|are|be|was|were) told|whoever|somebody|such as had|what came)\b/#
        // Definitions of words, and a list of banned ones.
        guard !file.path.contains("LexiconTests/"), !file.path.contains("TestLexicon/"),
            file.lastPathComponent != "TidyTests.swift"
        else { return }
        let text = try String(contentsOf: file, encoding: .utf8)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            #expect(line.firstMatch(of: vague) == nil, "line \(index + 1) names no role")
        }
    }

    /// A clock that is set back must not let anything wait: libdispatch's semaphore and condition
    /// variables count to a moment of the wall clock. Groups, queues and timers do not.
    @Test(arguments: files.filter { $0.path.contains("/Sources/") })
    func `waits by clocks that nobody sets`(file: URL) throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        for word in [
            "DispatchSemaphore", "DispatchWallTime", "wallDeadline", "NSCondition",
            "pthread_cond_timedwait", "sem_timedwait", "TFD_TIMER_ABSTIME",
        ] {
            #expect(!text.contains(word), "\(word) waits by the wall clock")
        }
    }

    @Test(arguments: files.filter { $0.path.contains("/Sources/") })
    func `says why what is unsafe is safe`(file: URL) throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        guard text.contains("@unchecked" + " Sendable") else { return }
        #expect(text.contains("SAFETY:"), "an @unchecked Sendable without its reason")
    }

    @Test(arguments: ["lists", "lengths"])
    func `has lists of the schema that are as make proto writes them`(name: String) throws {
        let proto = Self.root.appending(path: "proto")
        let folder = proto.appending(path: "upfor/v1")
        let schemas = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/awk")
        process.arguments =
            ["names", name].flatMap { ["-f", proto.appending(path: "\($0).awk").path] }
            + schemas.filter { $0.hasSuffix(".proto") }.map { folder.appending(path: $0).path }
        process.standardOutput = pipe
        try process.run()
        let written = try #require(try pipe.fileHandleForReading.readToEnd())
        process.waitUntilExit()
        let lists = Self.root.appending(path: "Sources/Wire/Generated/\(name).swift")
        #expect(try Data(contentsOf: lists) == written, "run `make proto`")
    }

    @Test func `has files to look at`() {
        #expect(Self.files.count > 100)
        #expect(Self.others.count > 300)
    }
}
