import CSQLite
import SplitMix

/// The statements of a dictionary file. One thread at a time.
final class DictionaryReader {
    let language: String
    let wordCount: Int
    let categories: [WordCategory]
    let sources: String
    private let path: String
    private let sizes: [PoolKey: Int]
    private let categoryNames: [Int: String]
    private let categoryNumbers: [String: Int]
    private let statements: DictionaryStatements

    init(_ path: String) throws(LexiconFailure) {
        self.path = path
        let found: Found
        do throws(FileDatabaseError) {
            statements = try DictionaryStatements(path)
            found = try Found(statements)
        } catch {
            throw LexiconFailure(.damaged, "\(path) is damaged: \(error.text)")
        }
        (language, wordCount, sources) = (found.language, found.wordCount, found.sources)
        (sizes, categoryNames) = (found.sizes, found.names)
        var (numbers, categories) = ([String: Int](), [WordCategory]())
        for (number, name) in found.names.sorted(by: { $0.value < $1.value }) {
            numbers[name] = number
            let count = WordLevel.allCases.reduce(0) { sum, level in
                sum + (found.sizes[PoolKey(.any, level, .category(number))] ?? 0)
            }
            if count > 0 { categories.append(WordCategory(name: name, wordCount: count)) }
        }
        (categoryNumbers, self.categories) = (numbers, categories)
    }

    func audit() throws(LexiconFailure) {
        try look { () throws(FileDatabaseError) in
            let found = try statements.check.first([]) { $0.text(0) }
            guard found == "ok" else {
                throw FileDatabaseError(code: SQLITE_CORRUPT, text: found ?? "nothing")
            }
        }
    }

    func entry(of key: WordKey) throws(LexiconFailure) -> DictionaryEntry? {
        try look { () throws(FileDatabaseError) in
            if let entry = try exactEntry(of: key.text) { return entry }
            for lemma in try lemmas(of: key.text) {
                if let entry = try exactEntry(of: lemma) { return entry }
            }
            guard language == "en" else { return nil }
            for (lemma, part) in EnglishForms.lemmas(of: key.text) {
                let entry = try exactEntry(of: lemma)
                if let entry, entry.senses.contains(where: { $0.part == part }) { return entry }
            }
            return nil
        }
    }

    func words(
        from prefix: String, after: String, limit: Int
    ) throws(LexiconFailure) -> [DictionarySummary] {
        try look { () throws(FileDatabaseError) in
            var words: [DictionarySummary] = []
            let values: [FileValue] = [
                .text(prefix), .text(prefix + "\u{10FFFF}"), .text(after), .number(limit),
            ]
            try statements.page.run(values) { row in
                words.append(
                    DictionarySummary(
                        word: row.text(0),
                        frequency: row.numberIfAny(1).map(WordFrequency.init(hundredths:)),
                        level: row.numberIfAny(2).flatMap(WordLevel.init(rawValue:)),
                        definition: row.text(3)))
                return true
            }
            return words
        }
    }

    func draw(_ wish: WordWish, by chance: UInt64) throws(LexiconFailure) -> DrawnWord? {
        guard let theme = theme(wish.category, else: .any) else { return nil }
        let pools = (wish.level.map { [$0] } ?? WordLevel.allCases)
            .map { PoolKey(wish.use, $0, theme) }
        return try draw(from: pools, by: chance)
    }

    /// The theme of a category; nil: there is no such.
    func theme(_ category: String?, else others: Theme) -> Theme? {
        guard let category else { return others }
        return categoryNumbers[category].map { .category($0) }
    }

    /// One word of several pools together, each as likely as the others.
    func draw(from pools: [PoolKey], by chance: UInt64) throws(LexiconFailure) -> DrawnWord? {
        var random = SplitMix64(seed: chance)
        let counts = pools.map { sizes[$0] ?? 0 }
        var place = random.below(counts.reduce(0, +))
        for (pool, count) in zip(pools, counts) {
            if place < count { return try drawn(at: place, of: pool) }
            place -= count
        }
        return nil
    }

    /// One of them alone: a word may have seventy.
    func sense(_ number: Int, of key: WordKey) throws(LexiconFailure) -> DrawnWord? {
        try look { () throws(FileDatabaseError) in
            guard let head = try statements.word.first([.text(key.text)], Head.init) else {
                return nil
            }
            return try sense(number, of: head)
        }
    }

    private func drawn(at place: Int, of pool: PoolKey) throws(LexiconFailure) -> DrawnWord? {
        try look { () throws(FileDatabaseError) in
            let values = [pool.use, pool.level, pool.theme, place].map(FileValue.number)
            let found = try statements.place.first(values) { row in
                (word: row.number(0), number: row.number(1))
            }
            guard let found,
                let head = try statements.wordByID.first([.number(found.word)], Head.init)
            else { return nil }
            return try sense(found.number, of: head)
        }
    }

    private func sense(
        _ number: Int, of head: Head
    ) throws(FileDatabaseError) -> DrawnWord? {
        let sense = try statements.sense.first([.number(head.id), .number(number)]) {
            self.sense(of: $0, head.word)
        }
        return sense.map { DrawnWord(head.entry([]), $0) }
    }

    private func exactEntry(of key: String) throws(FileDatabaseError) -> DictionaryEntry? {
        guard let head = try statements.word.first([.text(key)], Head.init) else { return nil }
        var senses: [DictionarySense] = []
        try statements.senses.run([.number(head.id)]) { row in
            senses.append(sense(of: row, head.word))
            return true
        }
        return head.entry(senses)
    }

    /// What an irregular form is a form of, the most likely first.
    private func lemmas(of key: String) throws(FileDatabaseError) -> [String] {
        var lemmas: [String] = []
        try statements.forms.run([.text(key)]) { row in
            lemmas.append(row.text(0))
            return true
        }
        return lemmas
    }

    private func sense(of row: FileRow, _ word: String) -> DictionarySense {
        DictionarySense(
            number: row.number(0), part: PartOfSpeech(rawValue: row.number(1)) ?? .noun,
            category: categoryNames[row.number(2)] ?? "", definition: row.text(3),
            examples: row.lines(4), synonyms: row.lines(5).filter { $0 != word })
    }

    private func look<Value>(
        _ body: () throws(FileDatabaseError) -> Value
    ) throws(LexiconFailure) -> Value {
        do throws(FileDatabaseError) {
            return try body()
        } catch {
            throw LexiconFailure(.damaged, "\(path) is damaged: \(error.text)")
        }
    }

    /// What a file says of itself.
    private struct Found {
        let language: String
        let wordCount: Int
        let sources: String
        private(set) var sizes: [PoolKey: Int] = [:]
        private(set) var names: [Int: String] = [:]

        init(_ statements: DictionaryStatements) throws(FileDatabaseError) {
            var about: [String: String] = [:]
            try statements.about.run([]) { row in
                about[row.text(0)] = row.text(1)
                return true
            }
            guard let language = about["language"], let count = about["words"].flatMap({ Int($0) })
            else { throw FileDatabaseError(code: SQLITE_CORRUPT, text: "it says nothing") }
            (self.language, wordCount, sources) = (language, count, about["sources"] ?? "")
            try statements.categories.run([]) { row in
                names[row.number(0)] = row.text(1)
                return true
            }
            try statements.sizes.run([]) { row in
                let key = PoolKey(use: row.number(0), level: row.number(1), theme: row.number(2))
                sizes[key] = row.number(3)
                return true
            }
        }
    }

    /// A row of `word`.
    private struct Head {
        let id: Int
        let word: String
        private let frequency: Int?
        private let level: Int?
        private let ipa: String
        private let sounds: [String]

        init(_ row: FileRow) {
            (id, word) = (row.number(0), row.text(1))
            (frequency, level) = (row.numberIfAny(2), row.numberIfAny(3))
            (ipa, sounds) = (row.text(4), row.lines(5))
        }

        func entry(_ senses: [DictionarySense]) -> DictionaryEntry {
            DictionaryEntry(
                word: word, frequency: frequency.map(WordFrequency.init(hundredths:)),
                level: level.flatMap(WordLevel.init(rawValue:)), ipa: ipa,
                sounds: sounds, senses: senses)
        }
    }
}

extension DrawnWord {
    /// A meaning of an entry.
    public init(_ entry: DictionaryEntry, _ sense: DictionarySense) {
        self.init(
            word: entry.word, frequency: entry.frequency, level: entry.level, ipa: entry.ipa,
            sounds: entry.sounds, sense: sense)
    }
}

/// The regular endings of English words.
///
/// - Source: morphy(7WN) of WordNet, "rules of detachment".
enum EnglishForms {
    private static let endings: [(part: PartOfSpeech, ending: String, rest: String)] = [
        (.noun, "s", ""), (.noun, "ses", "s"), (.noun, "xes", "x"), (.noun, "zes", "z"),
        (.noun, "ches", "ch"), (.noun, "shes", "sh"), (.noun, "men", "man"), (.noun, "ies", "y"),
        (.verb, "s", ""), (.verb, "ies", "y"), (.verb, "es", "e"), (.verb, "es", ""),
        (.verb, "ed", "e"), (.verb, "ed", ""), (.verb, "ing", "e"), (.verb, "ing", ""),
        (.adjective, "er", ""), (.adjective, "er", "e"),
        (.adjective, "est", ""), (.adjective, "est", "e"),
    ]

    /// What a form may be a form of: words that need not exist, or not as this part of speech.
    static func lemmas(of form: String) -> [(lemma: String, part: PartOfSpeech)] {
        endings.compactMap { part, ending, rest in
            guard form.hasSuffix(ending), form.utf8.count > ending.utf8.count + 1 else {
                return nil
            }
            return (String(form.dropLast(ending.count)) + rest, part)
        }
    }
}
