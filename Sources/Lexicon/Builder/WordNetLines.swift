/// A line of a file "data": one meaning, and the words that have it.
///
/// - Source: wndb(5WN), "Data File Format".
struct DataLine {
    let offset: Int
    let synset: DictionaryDraft.Synset
    /// Whether its words are obscene, or insult people.
    let isInsult: Bool
    /// Whether its definition itself is an insult of people.
    let isUgly: Bool
    /// What it is a kind of.
    let kinds: [Int]

    /// The nouns for what some words are used as: disparagement, ethnic slur, obscenity.
    private static let insults: Set<Int> = [6_717_170, 6_718_862, 7_124_340]

    /// Of people.
    private static let person = WordNet.categories.firstIndex(of: "noun.person")

    init(
        _ line: ArraySlice<UInt8>, of part: PartOfSpeech, in path: String
    ) throws(SourceFailure) {
        guard let bar = line.firstIndex(of: UInt8(ascii: "|")) else { throw .notWordNet(path) }
        var fields = Fields(line[..<bar], in: path)
        let gloss = Gloss(String(decoding: line[(bar + 1)...], as: UTF8.self))
        offset = try fields.number()
        let category = try fields.number()
        guard WordNet.categories.indices.contains(category) else { throw .notWordNet(path) }
        _ = try fields.text()
        var words: [String] = []
        for _ in 0..<(try fields.number(radix: 16)) {
            words.append(Self.written(try fields.text()))
            _ = try fields.text()
        }
        var isInsult = gloss.saysInsult
        var kinds: [Int] = []
        for _ in 0..<(try fields.number()) {
            let (kind, target) = (try fields.text(), try fields.number())
            // Of nouns all three are; the last field says from which word to which.
            let targetPart = try fields.text()
            _ = try fields.text()
            if part == .noun, kind == "@" || kind == "@i" { kinds.append(target) }
            isInsult =
                isInsult
                || kind == ";u" && targetPart == "n" && Self.insults.contains(target)
        }
        self.isInsult = isInsult
        isUgly = category == Self.person && gloss.saysUgly
        self.kinds = kinds
        synset = DictionaryDraft.Synset(
            part: part, category: category, definition: gloss.definition,
            examples: gloss.examples, words: words)
    }

    /// Without the mark of where an adjective may stand: "galore(ip)".
    private static func written(_ word: String) -> String {
        let spaced = WordNet.spaced(word)
        guard spaced.hasSuffix(")"), let open = spaced.lastIndex(of: "(") else { return spaced }
        return String(spaced[..<open])
    }
}

/// What a meaning is, in words, and sentences that use it.
struct Gloss {
    let definition: String
    let examples: [String]

    /// - Parameter text: parts with semicolons between; examples are in quotation marks.
    init(_ text: String) {
        var (definitions, examples) = ([String](), [String]())
        for part in Self.parts(of: text) {
            guard part.first == "\"" else {
                definitions.append(part)
                continue
            }
            // Behind the second mark is the author of the quotation.
            let example = part.dropFirst().prefix { $0 != "\"" }
            if !example.isEmpty { examples.append(String(example)) }
        }
        definition = definitions.joined(separator: "; ")
        self.examples = examples
    }

    private static func parts(of text: String) -> [String] {
        var (parts, part, isQuoted) = ([String](), "", false)
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if character == ";", !isQuoted {
                parts.append(trimmed(part))
                part = ""
            } else {
                part.append(character)
            }
        }
        return (parts + [trimmed(part)]).filter { !$0.isEmpty }
    }

    private static func trimmed(_ text: String) -> String {
        let begun = text.drop { $0 == " " }
        return String(begun.reversed().drop { $0 == " " }.reversed())
    }

    /// Whether the definition itself says that its words insult; WordNet marks only some of them.
    var saysInsult: Bool {
        zip(words, words.dropFirst() + [""]).contains { word, next in
            Self.insults.contains(word) && Self.names.contains(next)
                || word == "ethnic" && next == "slur" || word.hasPrefix("expletive")
                || Self.judgements.contains(word) && next == "offensive"
        } || saysTermOfAbuse
    }

    /// "Terms of abuse for".
    private var saysTermOfAbuse: Bool {
        let words = words
        return words.indices.dropFirst(2).contains { place in
            Self.scorn.contains(words[place]) && words[place - 1] == "of"
                && Self.terms.contains(words[place - 2])
        }
    }

    /// Whether the definition of a person is an insult itself: "an ugly evil-looking old woman".
    var saysUgly: Bool { words.contains(where: Self.ugly.contains) }

    private var words: [String] {
        definition.utf8.split { byte in !(97...122).contains(byte | 0x20) }
            .map { String(decoding: $0.map { $0 | 0x20 }, as: UTF8.self) }
    }

    private static let ugly: Set = [
        "ugly", "stupid", "fatuous", "contemptible", "despicable", "obnoxious", "disreputable",
        "effeminate", "uncomplimentary", "contemptuous",
    ]

    private static let insults: Set = [
        "offensive", "obscene", "vulgar", "disparaging", "derogatory", "pejorative", "abusive",
        "insulting", "contemptuous",
    ]
    /// What is said of a term before "offensive": "regarded as offensive".
    private static let judgements: Set = ["as", "considered", "sometimes", "often", "usually"]
    private static let terms: Set = ["name", "names", "term", "terms", "word", "words"]
    private static let scorn: Set = [
        "abuse", "contempt", "scorn", "derision", "disparagement", "opprobrium",
    ]
    private static let names: Set = [
        "name", "names", "term", "terms", "slang", "word", "words", "reference", "expression",
        "abuse",
    ]
}

/// A line of a file "index": the meanings of a word, the most usual first.
///
/// - Source: wndb(5WN), "Index File Format".
struct IndexLine {
    let lemma: String
    let offsets: [Int]

    init(_ line: ArraySlice<UInt8>, in path: String) throws(SourceFailure) {
        var fields = Fields(line, in: path)
        lemma = try fields.text()
        _ = try fields.text()
        let count = try fields.number()
        for _ in 0..<(try fields.number()) { _ = try fields.text() }
        (_, _) = (try fields.text(), try fields.text())
        var offsets: [Int] = []
        for _ in 0..<count { offsets.append(try fields.number()) }
        self.offsets = offsets
    }
}

/// The fields of a line, one after the other.
private struct Fields {
    private var rest: ArraySlice<UInt8>
    private let path: String

    init(_ line: ArraySlice<UInt8>, in path: String) { (rest, self.path) = (line, path) }

    mutating func text() throws(SourceFailure) -> String {
        let field = rest.drop { $0 == space }.prefix { $0 != space }
        guard !field.isEmpty else { throw .notWordNet(path) }
        rest = rest[field.endIndex...]
        return String(decoding: field, as: UTF8.self)
    }

    mutating func number(radix: Int = 10) throws(SourceFailure) -> Int {
        guard let number = Int(try text(), radix: radix), number >= 0 else {
            throw .notWordNet(path)
        }
        return number
    }
}

extension SourceFailure {
    fileprivate static func notWordNet(_ path: String) -> SourceFailure {
        SourceFailure("\(path) is no file of WordNet's database")
    }
}
