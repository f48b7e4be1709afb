import ArgumentParser
import Foundation
import Kernel
import SQLite
import Server
import Settings

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check a backup, and show what it contains.",
        discussion: """
            The whole file is read: its digest, SQLite's structure, references between rows, the \
            version of the schema, and rules of the data, for example that inboxes and rooms \
            have no gaps. Nothing is changed. The data of a daemon can be checked, too, even \
            while it runs; they have no digest.

            EXAMPLES
              upford check /var/backups/upfor.sqlite
              upford check copy.sqlite --json | jq '.made, .counts.users'

            EXIT CODES
              0 the backup is good, 64 wrong usage, 65 it is damaged, 66 it is not readable
            """)

    @Argument(help: "The backup.")
    var file: String

    @Flag(help: "Print the result as JSON.")
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
            Talk.say("upford: it has no digest: a changed text cannot be detected")
        }
        guard report.stepsMissing == 0 else {
            return Talk.sayLast(
                "upford: the copy is sound; it is from an older version, so nothing was counted")
        }
        if report.filesMissing > 0 {
            Talk.say("upford: \(report.filesMissing) files of users are missing in it")
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
