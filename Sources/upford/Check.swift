import ArgumentParser
import Foundation
import Kernel
import Server
import Storage

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say whether a copy of the data is whole, and what it holds.",
        discussion: """
            All of it is read: the digest at its end, SQLite's own structure, references from row \
            to row, the version of the schema, and the rules that the data keep, as that inboxes \
            and rooms have no gaps. Nothing is changed. The data of a daemon may be looked at, \
            too, even while it runs; they have no digest.

            EXAMPLES
              upford check /var/backups/upfor.sqlite
              upford check copy.sqlite --json | jq '.made, .counts.users'

            EXIT CODES
              0 it is good, 64 wrong usage, 65 it is not, 66 it cannot be read
            """)

    @Argument(help: "A copy of the data.")
    var file: String

    @Flag(help: "In JSON.")
    var json = false

    func run() throws {
        let talk = InspectionTalk()
        let report = try reportingFailures {
            try Copies(Configuration()).inspect(file, talk.observe)
        }
        let facts = CopyFacts(file, report)
        if json { Talk.give(facts) } else { print(facts.text) }
        Talk.flush()
        if report.note == nil {
            Talk.say("upford: it has no digest: what was changed in a text cannot be told")
        }
        guard report.stepsMissing == 0 else {
            return Talk.sayLast(
                "upford: the copy is sound; it is from an older version, so nothing was counted")
        }
        Talk.sayLast("upford: the copy is good")
    }
}

/// What a copy is, as it is printed.
struct CopyFacts: Encodable {
    let file: String
    let bytes: Int
    let made: Date?
    let version: String?
    let stepsMissing: Int
    let counts: [String: Int]
    let newest: Date?
    private let order: [String]

    init(_ file: String, _ report: CopyReport) {
        self.file = file
        bytes = report.bytes
        made = (report.note?.made.unixMilliseconds).map(Self.date)
        version = report.note?.version
        stepsMissing = report.stepsMissing
        counts = Dictionary(report.tallies.map { ($0.name, $0.count) }) { $1 }
        newest = (report.newest?.unixMilliseconds).map(Self.date)
        order = report.tallies.map(\.name)
    }

    private enum CodingKeys: CodingKey {
        case file, bytes, made, version, stepsMissing, counts, newest
    }

    /// A fact a line.
    var text: String {
        var rows = [("file", file), ("bytes", "\(bytes)")]
        if let made { rows.append(("made", Self.words(made))) }
        if let version { rows.append(("by upford", version)) }
        rows += order.map { ($0, "\(counts[$0] ?? 0)") }
        if let newest { rows.append(("newest event", Self.words(newest))) }
        return rows.map { $0.padding(toLength: 14, withPad: " ", startingAt: 0) + $1 }
            .joined(separator: "\n")
    }

    private static func words(_ date: Date) -> String { date.formatted(.iso8601) }

    private static func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}
