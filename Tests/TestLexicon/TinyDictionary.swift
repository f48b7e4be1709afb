import FoundationEssentials
public import Lexicon
import TestSupport

/// A dictionary of a few words, made by the real builder of files in WordNet's format.
public struct TinyDictionary {
    /// A meaning of a word, and what the lists say of the word.
    public struct Line: Sendable {
        /// As it is written.
        public let word: String
        /// What kind of word it is then.
        public let part: PartOfSpeech
        /// By WordNet's number: 5 for animals, 13 for food.
        public let category: Int
        /// The definition and its examples, as WordNet writes them.
        public let gloss: String
        /// In hundredths of the Zipf scale; nil: nobody has counted it.
        public let frequency: Int?
        /// Other words of that meaning.
        public let synonyms: [String]
        /// Pointers, as WordNet writes them: ";u 06718862 n 0000".
        public let pointers: [String]
        /// How often the word had that meaning in texts.
        public let tagCount: Int
        /// Where it is in its file; nil: anywhere.
        public let offset: Int?

        /// - Parameters: as the properties.
        public init(
            _ word: String, _ part: PartOfSpeech, _ category: Int, _ frequency: Int?,
            _ gloss: String, synonyms: [String] = [], pointers: [String] = [], tagCount: Int = 1,
            offset: Int? = nil
        ) {
            (self.word, self.part, self.category) = (word, part, category)
            (self.frequency, self.gloss, self.synonyms) = (frequency, gloss, synonyms)
            (self.pointers, self.tagCount, self.offset) = (pointers, tagCount, offset)
        }
    }

    /// Where its sources and the file are.
    public let folder: String
    /// Where the file is, once it has been built.
    public var path: String { "\(folder)/words-en.db" }

    /// Writes the sources.
    public init(_ lines: [Line] = Self.lines, in folder: String) throws {
        self.folder = folder
        var text: [PartOfSpeech: String] = [:]
        var senses: [PartOfSpeech: [String: [(offset: Int, tagCount: Int)]]] = [:]
        for (index, line) in lines.enumerated() {
            let offset = line.offset ?? 1_000 + index
            let words = [line.word] + line.synonyms
            let names = words.map { "\(Self.joined($0)) 0" }.joined(separator: " ")
            let pointers = line.pointers.map { " \($0)" }.joined()
            text[line.part, default: ""] +=
                "\(Self.padded(offset, 8)) \(Self.padded(line.category, 2)) "
                + "\(Self.letter(of: line.part)) \(String(words.count, radix: 16)) \(names) "
                + "\(Self.padded(line.pointers.count, 3))\(pointers) | \(line.gloss)  \n"
            for word in words {
                let lemma = Self.joined(word.lowercased())
                senses[line.part, default: [:]][lemma, default: []]
                    .append((offset, line.tagCount))
            }
        }
        var counts = ""
        for part in PartOfSpeech.allCases {
            var index = ""
            for (lemma, found) in (senses[part] ?? [:]).sorted(by: { $0.key < $1.key }) {
                let offsets = found.map { Self.padded($0.offset, 8) }.joined(separator: " ")
                index +=
                    "\(lemma) \(Self.letter(of: part)) \(found.count) 0 \(found.count) 1 "
                    + "\(offsets)  \n"
                for (number, sense) in found.enumerated() where sense.tagCount > 0 {
                    counts += "\(lemma)%\(part.rawValue):00:00:: \(number + 1) \(sense.tagCount)\n"
                }
            }
            let name = Self.fileName(of: part)
            try write(Self.header + (text[part] ?? ""), to: "data.\(name)")
            try write(Self.header + index, to: "index.\(name)")
            try write(part == .noun ? "mice mouse\n" : "", to: "\(name).exc")
        }
        try write(counts, to: "cntlist.rev")
        var frequencies: [String: Int] = [:]
        for line in lines { frequencies[line.word.lowercased()] = line.frequency }
        let sorted = frequencies.sorted { $0.key < $1.key }
        try write(sorted.map { "\($0.key)\t\($0.value)\n" }.joined(), to: "frequencies.tsv")
        try write(sorted.map { "\($0.key)\t[\($0.key)]\n" }.joined(), to: "ipa.tsv")
        let sounds = sorted.map { "\($0.key) K AE T\n\($0.key)(2) K AH T\n" }
        try write(sounds.joined(), to: "sounds.dict")
        try write("", to: "insults.txt")
    }

    /// Makes the file.
    @discardableResult
    public func build() throws -> DictionaryBuilder.Report {
        try DictionaryBuilder(
            DictionaryBuilder.Sources(
                wordNet: folder, frequencies: "\(folder)/frequencies.tsv",
                pronunciations: "\(folder)/ipa.tsv", sounds: "\(folder)/sounds.dict",
                insults: "\(folder)/insults.txt")
        ).build(to: path)
    }

    /// A dictionary of the standard lines, for a test that only needs one.
    public static func opened() throws -> DictionaryFile { try shared.get() }

    private static let shared = Result {
        let folder = try TemporaryFolder()
        let tiny = try TinyDictionary(in: folder.path)
        try tiny.build()
        // It stays mapped when the folder is gone.
        return try DictionaryFile(tiny.path)
    }

    /// Replaces one of its sources.
    public func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
    }

    private static let header = "  1 This file stands in for one of WordNet's.  \n"

    private static func joined(_ word: String) -> String {
        word.split(separator: " ").joined(separator: "_")
    }

    private static func padded(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    private static func letter(of part: PartOfSpeech) -> String {
        switch part {
        case .noun: "n"
        case .verb: "v"
        case .adjective: "a"
        case .adverb: "r"
        }
    }

    private static func fileName(of part: PartOfSpeech) -> String {
        switch part {
        case .noun: "noun"
        case .verb: "verb"
        case .adjective: "adj"
        case .adverb: "adv"
        }
    }
}
