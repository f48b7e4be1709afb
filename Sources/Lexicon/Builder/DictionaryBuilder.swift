/// Builds a dictionary file from WordNet, word frequencies and pronunciations.
public struct DictionaryBuilder: Sendable {
    /// The source files.
    public struct Sources: Sendable {
        /// The folder with WordNet's files.
        public var wordNet: String
        /// Lines of a word and its frequency in hundredths of the Zipf scale, with a tab between.
        public var frequencies: String
        /// Lines of a word and its pronunciation (IPA), with a tab between; nil: there are none.
        public var pronunciations: String?
        /// The judge's dictionary of sounds, in the format of CMU Sphinx: a word and its sounds,
        /// with spaces between; nil: no recording can be judged.
        public var sounds: String?
        /// Lines of a swear word or an insult; nil: there is no list.
        public var insults: String?

        /// - Parameters: as the properties.
        public init(
            wordNet: String, frequencies: String, pronunciations: String? = nil,
            sounds: String? = nil, insults: String? = nil
        ) {
            (self.wordNet, self.frequencies) = (wordNet, frequencies)
            (self.pronunciations, self.sounds) = (pronunciations, sounds)
            self.insults = insults
        }
    }

    /// The size of the dictionary.
    public struct Report: Equatable, Sendable {
        /// Words.
        public let wordCount: Int
        /// Their meanings.
        public let senseCount: Int
        /// Meanings that were left out as insults.
        public let leftOutCount: Int
        /// Words for games, by level.
        public let gameWordCounts: [WordLevel: Int]
    }

    private let sources: Sources

    /// - Parameter sources: the source files.
    public init(_ sources: Sources) { self.sources = sources }

    /// Builds the dictionary, which takes some seconds.
    ///
    /// - Parameter path: where the finished file is put.
    /// - Throws: when a source cannot be read or is malformed, or the file cannot be written.
    public func build(to path: String) throws(SourceFailure) -> Report {
        let insults = try Self.insults(sources.insults)
        let wordNet = try WordNet(sources.wordNet, insults: insults)
        let frequencies = try Self.frequencies(TextFile(sources.frequencies))
        let ipa = try Self.pronunciations(sources.pronunciations)
        let sounds = try Self.sounds(sources.sounds)
        var draft = DictionaryDraft(
            language: "en", sources: Self.credit, categories: WordNet.categories,
            synsets: wordNet.synsets, words: wordNet.words, forms: wordNet.forms)
        for index in draft.words.indices {
            let key = draft.words[index].key
            draft.words[index].frequency = frequencies[key]
            draft.words[index].ipa = ipa[key] ?? ""
            draft.words[index].sounds = sounds[key] ?? []
        }
        try DictionaryWriter(draft).write(to: path)
        return Report(
            wordCount: draft.words.count,
            senseCount: draft.words.reduce(0) { $0 + $1.senses.count },
            leftOutCount: wordNet.leftOutCount,
            gameWordCounts: DictionaryPools(of: draft).wordCounts)
    }

    private static let credit = """
        WordNet 3.0, Copyright 2006 by Princeton University
        wordfreq by Robyn Speer, data CC BY-SA 4.0
        pronunciations by eSpeak NG
        words that insult by better-profanity, Copyright 2018 The Python Packaging Authority, MIT
        """

    private static func insults(_ path: String?) throws(SourceFailure) -> Set<String> {
        guard let path else { return [] }
        return Set(
            try TextFile(path).lines.map { String(decoding: $0, as: UTF8.self).lowercased() })
    }

    private static func frequencies(
        _ file: TextFile
    ) throws(SourceFailure) -> [String: WordFrequency] {
        var frequencies: [String: WordFrequency] = [:]
        for row in try file.rows(of: 2) {
            guard let hundredths = Int(row[1]), (0...900).contains(hundredths) else {
                throw SourceFailure("\(file.path): expected 0 to 900 for \(row[0])")
            }
            frequencies[row[0]] = WordFrequency(hundredths: hundredths)
        }
        return frequencies
    }

    private static func pronunciations(
        _ path: String?
    ) throws(SourceFailure) -> [String: String] {
        guard let path else { return [:] }
        var sounds: [String: String] = [:]
        for row in try TextFile(path).rows(of: 2) { sounds[row[0]] = row[1] }
        return sounds
    }

    /// Further pronunciations of a word are numbered: "record(2)".
    private static func sounds(_ path: String?) throws(SourceFailure) -> [String: [String]] {
        guard let path else { return [:] }
        var sounds: [String: [String]] = [:]
        for line in try TextFile(path).lines {
            let word = line.prefix { $0 != space && $0 != UInt8(ascii: "(") }
            let phones = line.drop { $0 != space }.split(separator: space)
                .map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
            guard !phones.isEmpty else { continue }
            sounds[String(decoding: word, as: UTF8.self), default: []].append(phones)
        }
        return sounds
    }
}

extension DictionaryPools {
    /// The number of words to draw, by level.
    fileprivate var wordCounts: [WordLevel: Int] {
        var counts: [WordLevel: Int] = [:]
        for level in WordLevel.allCases {
            counts[level] = members[PoolKey(.any, level, .any)]?.count ?? 0
        }
        return counts
    }
}

/// Swear words and insults, and the texts that contain them.
struct InsultList {
    private let words: Set<String>
    /// The list as phrases: words of letters with spaces between.
    private let phrases: Set<String>
    /// The most words in a phrase.
    private let lengthMax: Int

    /// - Parameter words: in small letters.
    init(_ words: Set<String>) {
        self.words = words
        let phrases = words.map(Self.parts)
        self.phrases = Set(phrases.map { $0.joined(separator: " ") }.filter { !$0.isEmpty })
        lengthMax = phrases.map(\.count).max() ?? 0
    }

    func has(word: String) -> Bool { words.contains(word) }

    /// Whether a text contains one of them.
    func isQuoted(in text: String) -> Bool {
        let parts = Self.parts(of: text)
        return parts.indices.contains { start in
            var phrase = ""
            return parts[start...].prefix(lengthMax).contains { part in
                phrase += phrase.isEmpty ? part : " " + part
                return phrases.contains(phrase)
            }
        }
    }

    private static func parts(of text: String) -> [String] {
        text.utf8.split { !(97...122).contains($0 | 0x20) && !(48...57).contains($0) }
            .map { String(decoding: $0, as: UTF8.self).lowercased() }
    }
}
