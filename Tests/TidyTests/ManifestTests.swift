import Foundation
import Testing

/// What a target may be linked with, by `Package.swift`.
@Suite struct `The manifest` {
    /// What each target of `Sources` needs, by name.
    private let needs: [String: [String]]

    init() throws {
        let file = `The source tree`.root.appending(path: "Package.swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        // `module("Name", needs: ["One", "Two"])` and its like.
        let target =
            #/
            \b (module|feature|targets|tool) \( \s* "([\w-]+)" (?: ,\s* folder:\s "" )?
            (?: ,\s* needs:\s (?: \[ ([^\]]*) \] )? (\s\+\sfeatures|features)? )?
            /#
        var needs: [String: [String]] = [:]
        let found = text.matches(of: target)
        let features = found.filter { $0.output.1 == "feature" }.map { String($0.output.2) }
        for (_, kind, name, names, others) in found.map(\.output) {
            needs[String(name)] =
                (names ?? "").matches(of: /"(\w+)"/).map { String($0.output.1) }
                + (kind == "feature" ? ["Wire", "Kernel"] : []) + (others == nil ? [] : features)
        }
        self.needs = needs
    }

    /// All that is linked with a target.
    private func closure(of name: String) -> Set<String> {
        var (found, waiting) = (Set<String>(), needs[name] ?? [])
        while let next = waiting.popLast() {
            if found.insert(next).inserted { waiting += needs[next] ?? [] }
        }
        return found
    }

    @Test(arguments: [
        ("Storage", ["GRDB", "GRDBSQLite", "CSQLite", "CPostgreSQL"]),
        ("PostgreSQL", ["GRDB", "GRDBSQLite", "CSQLite"]),
        ("SQLite", ["CPostgreSQL"]),
        ("Features", ["Storage", "EventLoop"]),
    ])
    func `keeps a target from what it must not know`(name: String, strangers: [String]) {
        #expect(closure(of: name).intersection(strangers) == [])
    }

    /// Otherwise the rule above might hold because nothing was read.
    @Test func `is understood by these tests`() throws {
        let sources = `The source tree`.root.appending(path: "Sources")
        let folders = try ["", "Features"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(
                atPath: sources.appending(path: folder).path)
        }
        #expect(Set(folders).subtracting(needs.keys) == ["Page", "System"])
        #expect(closure(of: "SQLite").isSuperset(of: ["GRDB", "GRDBSQLite", "Storage", "Wire"]))
        #expect(closure(of: "PostgreSQL").isSuperset(of: ["CPostgreSQL", "Storage", "Wire"]))
        #expect(closure(of: "Features").isSuperset(of: ["Rooms", "Outbound", "CCurl", "Kernel"]))
    }
}
