/// Makes a dictionary file from WordNet, and from lists of how often words are used and how they
/// are spoken.
public struct DictionaryBuilder: Sendable {
    /// What it is made of.
    public struct Sources: Sendable {
        /// The folder with WordNet's files.
        public var wordNet: String
        /// Lines of a word and its frequency in hundredths of the Zipf scale, with a tab between.
        public var frequencies: String
        /// Lines of a word and how it is spoken (IPA), with a tab between; nil: nobody says.
        public var pronunciations: String?
        /// A list of words whose sounds are known to who judges recordings: what comes before the
        /// first space of each line; nil: none are.
        public var speakable: String?

        /// - Parameters: as the properties.
        public init(
            wordNet: String, frequencies: String, pronunciations: String? = nil,
            speakable: String? = nil
        ) {
            (self.wordNet, self.frequencies) = (wordNet, frequencies)
            (self.pronunciations, self.speakable) = (pronunciations, speakable)
        }
    }

    /// What came of it.
    public struct Report: Equatable, Sendable {
        /// Words, their meanings, and meanings that were left out because they insult.
        public let wordCount: Int
        public let senseCount: Int
        public let leftOutCount: Int
        /// Words that games ask, by level.
        public let gameWordCounts: [WordLevel: Int]
    }

    private let sources: Sources

    /// - Parameter sources: what it is made of.
    public init(_ sources: Sources) { self.sources = sources }

    /// Makes it: some seconds.
    ///
    /// - Parameter path: where it is put when it is whole.
    /// - Throws: when a source cannot be read or is something else, or the file cannot be written.
    public func build(to path: String) throws(SourceFailure) -> Report {
        let wordNet = try WordNet(sources.wordNet)
        let frequencies = try Self.frequencies(TextFile(sources.frequencies))
        let sounds = try Self.pronunciations(sources.pronunciations)
        let speakable = try Self.speakable(sources.speakable)
        var draft = DictionaryDraft(
            language: "en", sources: Self.credit, categories: WordNet.categories,
            synsets: wordNet.synsets, words: wordNet.words, forms: wordNet.forms)
        for index in draft.words.indices {
            let key = draft.words[index].key
            draft.words[index].frequency = frequencies[key]
            draft.words[index].ipa = sounds[key] ?? ""
            draft.words[index].isSpeakable = speakable.contains(key)
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
        """

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

    private static func speakable(_ path: String?) throws(SourceFailure) -> Set<String> {
        guard let path else { return [] }
        return Set(
            try TextFile(path).lines.map { line in
                String(decoding: line.prefix { $0 != space }, as: UTF8.self)
            })
    }
}

extension DictionaryPools {
    /// How many words are drawn, by level.
    fileprivate var wordCounts: [WordLevel: Int] {
        var counts: [WordLevel: Int] = [:]
        for level in WordLevel.allCases {
            counts[level] = members[PoolKey(.any, level, .any)]?.count ?? 0
        }
        return counts
    }
}
