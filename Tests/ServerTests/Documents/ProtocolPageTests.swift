import Foundation
import Kernel
import TestLexicon
import Testing
import Wire
import Words

@testable import Hub
@testable import Server
@testable import Settings

/// docs/PROTOCOL.md says what the server does, and nothing else.
@Suite struct `The page on the wire` {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    let page: String
    let schema: String
    let catalog: Catalog

    init() throws {
        catalog = try .whole()
        page = try String(
            contentsOf: Self.root.appending(path: "docs/PROTOCOL.md"), encoding: .utf8)
        schema = try String(
            contentsOf: Self.root.appending(path: "proto/upfor/v1/envelope.proto"),
            encoding: .utf8)
    }

    @Test func `has one row for each command, saying who may use it and how it is done`() {
        let rows = Self.rows(under: "## Commands and answers", of: page)
        #expect(
            Set(rows.map { $0.prefix(3).joined(separator: " ") })
                == Set(
                    catalog.entries.map { "\($0.name) \($0.access.rawValue) \($0.verb.rawValue)" }))
        #expect(rows.count == catalog.entries.count)
    }

    @Test func `knows every command of the schema`() {
        let fields = Self.fields(between: "oneof command {", and: "}", of: schema)
        #expect(Set(catalog.entries.map(\.name)) == Set(fields))
    }

    @Test func `names every durable event`() {
        let fields = Self.fields(between: "// Durable events.", and: "// Ephemeral.", of: schema)
        #expect(
            Self.rows(under: "## The inbox", of: page).compactMap(\.first).sorted()
                == (fields + Self.fields(between: "// Ephemeral.", and: "}", of: schema)).sorted())
    }

    @Test func `names every answer of the schema`() {
        for field in Self.fields(between: "// Answers.", and: "// Durable events.", of: schema) {
            #expect(page.contains("`\(field)`"), "the answer \(field) is not on the page")
        }
    }

    @Test func `explains every code of a refusal`() {
        let rows = Self.rows(under: "## Refusals", of: page).compactMap(\.first)
        let codes = ErrorCode.allCases.filter { $0 != .errorUnspecified }.map(\.wireName)
        #expect(rows.sorted() == codes.sorted())
    }

    @Test func `says of each command that may take something back when it does`() {
        let names = Self.rows(under: "## Rate limits", of: page).compactMap(\.first)
            .flatMap { $0.split(separator: " ").map(String.init) }
        #expect(names.sorted() == catalog.entries.filter(\.mayTakeBack).map(\.name).sorted())
    }

    @Test func `names every read whose answer comes in pages`() {
        let list = page.components(separatedBy: "These come in pages:").dropFirst().first ?? ""
        let names = (list.components(separatedBy: ".").first ?? "").split(separator: ",")
            .map { $0.filter { !"` \n".contains($0) } }
        #expect(names == catalog.entries.filter(\.hasPages).map(\.name).sorted())
    }

    /// The rows of all tables of a section, as cells without back-quotes.
    static func rows(under heading: String, of page: String) -> [[String]] {
        let section = page.components(separatedBy: "\n" + heading + "\n").dropFirst().first ?? ""
        let end = section.components(separatedBy: "\n## ").first ?? section
        return end.split(separator: "\n")
            .filter { $0.hasPrefix("| `") }
            .map { line in
                line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                    .map { $0.replacing("`", with: "").trimmingCharacters(in: .whitespaces) }
            }
    }

    /// The JSON names of the fields in a part of a schema.
    static func fields(between start: String, and end: String, of schema: String) -> [String] {
        let part = schema.components(separatedBy: start).dropFirst().first ?? ""
        return (part.components(separatedBy: end).first ?? "").split(separator: "\n")
            .compactMap { line in
                let words = line.split(separator: " ")
                guard words.count == 4, words[2] == "=" else { return nil }
                let parts = words[1].split(separator: "_")
                return parts.first.map { first in
                    String(first) + parts.dropFirst().map(\.capitalized).joined()
                }
            }
    }
}

extension Catalog {
    /// All features, with a dictionary.
    static func whole() throws -> Catalog {
        try Catalog(
            .cheap, presence: PresenceBoard(),
            words: WordTerms(lexicons: [TinyDictionary.opened()]),
            limits: { Configuration.Limits() })
    }
}

extension Configuration {
    /// The defaults, with passwords that cost nothing.
    static var cheap: Configuration {
        var configuration = Configuration()
        configuration.listen.port = 0
        configuration.admin.port = 0
        configuration.passwords.memoryKiB = 8
        configuration.passwords.passes = 1
        return configuration
    }
}
