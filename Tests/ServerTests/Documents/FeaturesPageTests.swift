import Foundation
import Kernel
import Testing

@testable import Hub
@testable import Server
@testable import Settings

/// docs/FEATURES.md names every behaviour, and Tests/proofs.txt tests for each.
@Suite struct `The page of what there is` {
    /// Z8, Z16 and Z33 never were.
    private static let lines = (1...49).filter { ![8, 16, 33].contains($0) }.map { "Z\($0)" }

    private struct Row {
        let line: String
        let commands: [String]
    }

    private let rows: [Row]
    /// By line: the files without their endings, and the sentences.
    private let proofs: [String: [(file: String, test: String)]]

    init() throws {
        let page = try Self.text("docs/FEATURES.md")
        var (proofs, line) = ([String: [(file: String, test: String)]](), "")
        for text in try Self.text("Tests/proofs.txt").split(separator: "\n") {
            if text.hasPrefix("  ") {
                let parts = text.dropFirst(2).split(separator: ": ", maxSplits: 1)
                proofs[line]?.append((String(parts[0]), String(parts.last ?? "")))
            } else if !text.hasPrefix("#") {
                line = String(text)
                proofs[line] = []
            }
        }
        self.proofs = proofs
        rows = page.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard line.hasPrefix("| "), cells.count == 3, cells[0] != "Line",
                !cells[0].hasPrefix("---")
            else { return nil }
            return Row(line: cells[0], commands: Self.quoted(cells[2]))
        }
    }

    private static func text(_ path: String) throws -> String {
        try String(
            contentsOf: `The page on the wire`.root.appending(path: path), encoding: .utf8)
    }

    @Test func `has every line once, and what is beyond them`() {
        let found = rows.map(\.line)
        #expect(found.filter { $0.hasPrefix("Z") } == Self.lines)
        #expect(Set(found).count == found.count)
    }

    @Test func `names commands that there are, and each of them somewhere`() throws {
        let catalog = try Catalog.whole()
        let there = Set(catalog.entries.map(\.name))
        for row in rows {
            #expect(!row.commands.isEmpty && there.isSuperset(of: row.commands), "\(row.line)")
        }
        let named = Set(rows.flatMap(\.commands))
        // These carry the others: what is read and acknowledged on the way.
        #expect(there.subtracting(named) == ["sessionAck", "privacyRead", "roomType"])
    }

    @Test func `names tests that there are`() throws {
        let sources = try Self.sources()
        #expect(Set(proofs.keys) == Set(rows.map(\.line)))
        for (line, tests) in proofs {
            #expect(!tests.isEmpty, "\(line)")
            for (file, test) in tests {
                let texts = sources[file] ?? []
                #expect(
                    texts.contains { $0.contains("@Test") && $0.contains("func `\(test)`") },
                    "\(line): \(file) has no test \"\(test)\"")
            }
        }
    }

    /// The texts of all files of tests, by their names without the ending.
    private static func sources() throws -> [String: [String]] {
        let folder = `The page on the wire`.root.appending(path: "Tests")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        var sources: [String: [String]] = [:]
        for path in paths where path.hasSuffix("Tests.swift") {
            let file = folder.appending(path: path)
            let name = file.deletingPathExtension().lastPathComponent
            sources[name, default: []].append(try String(contentsOf: file, encoding: .utf8))
        }
        return sources
    }

    /// What stands between back-quotes.
    private static func quoted(_ text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}
