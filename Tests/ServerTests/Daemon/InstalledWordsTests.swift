import Kernel
import Lexicon
import Observability
import Speech
import Synchronization
import TestLexicon
import TestSupport
import Testing
import Words

@testable import Server
@testable import Settings

/// Dictionaries that a daemon opens, and what it says of those that are no good: one line each.
@Suite struct `Installed dictionaries` {
    /// What was written to an event log.
    private final class Notes: EventRecorder {
        private let events = Mutex<[(name: EventName, fields: [EventField])]>([])

        func write(_ event: EventName, fields: [EventField]) {
            events.withLock { $0.append((event, fields)) }
        }

        var names: [EventName] { events.withLock { $0.map(\.name) } }
        var reasons: [String] {
            events.withLock { events in
                events.flatMap(\.fields).compactMap {
                    if case .reason(let reason) = $0 { reason } else { nil }
                }
            }
        }
    }

    private let folder: TemporaryFolder
    private let notes = Notes()

    init() throws { folder = try TemporaryFolder() }

    private func terms() -> WordTerms {
        var configuration = Configuration()
        configuration.features[text: "words.folder"] = folder.path
        configuration.data.folder = "\(folder.path)/data"
        return InstalledWords(configuration).terms(notes, SpeechMeter(), .installed())
    }

    /// A whole dictionary.
    private func whole() throws -> [UInt8] {
        let sources = try TemporaryFolder()
        let tiny = try TinyDictionary(in: sources.path)
        try tiny.build()
        return try sources.read("words-en.db")
    }

    @Test func `are opened, and nothing is said`() throws {
        try folder.write(whole(), to: "words-en.db")
        let terms = terms()
        #expect(terms.lexicons.map(\.language) == ["en"] && notes.names.isEmpty)
        #expect(terms.pronouncer?.languages == ["en"] && terms.judge?.languages == ["en"])
    }

    @Test func `that are missing are one line`() {
        #expect(!terms().hasWords && notes.names == [.wordsMissing])
    }

    @Test(arguments: ["empty", "half", "without its last page", "foreign", "of another version"])
    func `that are no good are one line, with the reason`(flaw: String) throws {
        var bytes = try whole()
        switch flaw {
        case "empty": bytes = []
        case "half": bytes.removeLast(bytes.count / 2)
        case "without its last page": bytes.removeLast(4_096)
        case "foreign": bytes.replaceSubrange(68..<72, with: [0, 0, 0, 0])
        default: bytes[63] = 99
        }
        try folder.write(bytes, to: "words-en.db")
        #expect(!terms().hasWords && notes.names == [.wordsRefused])
        #expect(notes.reasons.count == 1 && notes.reasons[0].contains("words-en.db"))
    }

    @Test func `of which one is no good leave the others`() throws {
        try folder.write(whole(), to: "words-en.db")
        try folder.write([1, 2, 3], to: "words-xx.db")
        #expect(terms().lexicons.map(\.language) == ["en"] && notes.names == [.wordsRefused])
    }

    /// Damage that only a reading of the whole file would find at the start.
    @Test func `that are damaged within are one line, at the first look-up that meets it`() throws {
        var bytes = try whole()
        // All pages but the first, which says what the tables are, and the few that are read first.
        let lexicon = try damaged(&bytes)
        #expect(notes.names.isEmpty)
        for _ in 1...3 {
            let failure = #expect(throws: LexiconFailure.self) {
                for word in ["dog", "bridge", "slowly", "lentil"] {
                    _ = try lexicon.entry(of: word)
                }
            }
            #expect(failure?.kind == .damaged)
        }
        #expect(notes.names == [.wordsRefused] && notes.reasons[0].contains("damaged"))
    }

    /// Breaks as many pages as it can without being found out at the start, the last first.
    private func damaged(_ bytes: inout [UInt8]) throws -> any Lexicon {
        let pageBytes = 4_096
        var opened: (any Lexicon)?
        for page in (1..<bytes.count / pageBytes).reversed() {
            var broken = bytes
            for place in page * pageBytes..<(page + 1) * pageBytes { broken[place] = 0xFF }
            try folder.write(broken, to: "words-en.db")
            var configuration = Configuration()
            configuration.features[text: "words.folder"] = folder.path
            let terms = InstalledWords(configuration).terms(Notes(), SpeechMeter(), .installed())
            if terms.hasWords { bytes = broken }
        }
        try folder.write(bytes, to: "words-en.db")
        opened = terms().lexicons.first
        return try #require(opened)
    }
}
