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
            (?: ,\s* needs:\s (parts\s\+\s)? (?: \[ ([^\]]*) \] )? (\s\+\sfeatures|features)? )?
            /#
        var needs: [String: [String]] = [:]
        let found = text.matches(of: target)
        let features = found.filter { $0.output.1 == "feature" }.map { String($0.output.2) }
        let parts = text.firstMatch(of: /let parts = \[([^\]]*)\]/)?.output.1 ?? ""
        for (_, kind, name, hasParts, names, others) in found.map(\.output) {
            needs[String(name)] =
                Self.names(in: names ?? "") + (hasParts == nil ? [] : Self.names(in: parts))
                + (kind == "feature" ? ["Wire", "Kernel"] : []) + (others == nil ? [] : features)
        }
        self.needs = needs
    }

    private static func names(in list: Substring) -> [String] {
        list.matches(of: /"(\w+)"/).map { String($0.output.1) }
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

    /// What is imported and not named may be built too late: with one core it is.
    @Test func `names every module that a target imports`() throws {
        let modules = Set(needs.keys).union(needs.values.joined())
        let imported = #/(?m)^(?:@testable )?(?:\w+ )?import (?:\w+ )?(\w+)/#
        for (name, path) in try folders() {
            var strangers: Set<String> = []
            for file in `The source tree`.files where file.path.hasPrefix(path.path + "/") {
                let text = try String(contentsOf: file, encoding: .utf8)
                strangers.formUnion(text.matches(of: imported).map { String($0.output.1) })
            }
            strangers = strangers.intersection(modules).subtracting(needs[name] ?? [])
            #expect(strangers == [], "\(name) imports what it does not name")
        }
    }

    /// The folder of each target of `Sources`, by name.
    private func folders() throws -> [String: URL] {
        let sources = `The source tree`.root.appending(path: "Sources")
        var folders: [String: URL] = [:]
        for folder in ["", "Features"] {
            let parent = sources.appending(path: folder)
            for name in try FileManager.default.contentsOfDirectory(atPath: parent.path) {
                folders[name] = parent.appending(path: name)
            }
        }
        return folders
    }

    /// Otherwise the rules above might hold because nothing was read.
    @Test func `is understood by these tests`() throws {
        #expect(Set(try folders().keys).subtracting(needs.keys) == ["Page", "System"])
        #expect(closure(of: "SQLite").isSuperset(of: ["GRDB", "GRDBSQLite", "Storage", "Wire"]))
        #expect(closure(of: "PostgreSQL").isSuperset(of: ["CPostgreSQL", "Storage", "Wire"]))
        #expect(closure(of: "Features").isSuperset(of: ["Rooms", "Outbound", "CCurl", "Kernel"]))
    }
}
