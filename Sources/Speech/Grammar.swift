/// What may be heard: words, each by the ways to speak it; or any sounds.
///
/// - Source: "JSpeech Grammar Format" (W3C note, 2000); the dictionary of CMU Sphinx.
struct Grammar: Sendable {
    /// The sounds of the model.
    ///
    /// - Source: the phone set of the CMU Pronouncing Dictionary.
    private static let phones = [
        "AA", "AE", "AH", "AO", "AW", "AY", "B", "CH", "D", "DH", "EH", "ER", "EY", "F", "G", "HH",
        "IH", "IY", "JH", "K", "L", "M", "N", "NG", "OW", "OY", "P", "R", "S", "SH", "T", "TH",
        "UH", "UW", "V", "W", "Y", "Z", "ZH",
    ]

    /// Any sounds, one after the other.
    static let sounds: Grammar = {
        let names = phones.indices.map { "p\($0)" }
        return Grammar(
            rules: rules("( \(names.joined(separator: " | ")) )+"),
            dictionary: zip(names, phones).map { "\($0) \($1)\n" }.joined(), words: [:])
    }()

    let rules: String
    let dictionary: String
    private let words: [String: String]

    private init(rules: String, dictionary: String, words: [String: String]) {
        (self.rules, self.dictionary, self.words) = (rules, dictionary, words)
    }

    /// One of the words.
    ///
    /// - Returns: nil when one of them has no sounds, or others than the model's.
    init?(_ words: [SpeakableWord]) {
        var (dictionary, names) = ("", [String: String]())
        for (index, word) in words.enumerated() {
            guard !word.sounds.isEmpty, word.sounds.allSatisfy(Self.isSpeakable) else { return nil }
            // Words are ours to name: whatever they are written with has a meaning nowhere.
            let name = "w\(index)"
            names[name] = word.word
            for (number, sounds) in word.sounds.enumerated() {
                dictionary += number == 0 ? name : "\(name)(\(number + 1))"
                dictionary += " \(sounds)\n"
            }
        }
        self.init(
            rules: Self.rules(words.indices.map { "w\($0)" }.joined(separator: " | ")),
            dictionary: dictionary, words: names)
    }

    /// The word of a name that was heard, whichever way it was spoken: "w0(2)".
    func word(of name: String) -> String? { words[String(name.prefix { $0 != "(" })] }

    private static func rules(_ text: String) -> String {
        "#JSGF V1.0;\ngrammar word;\npublic <word> = \(text) ;\n"
    }

    private static func isSpeakable(_ sounds: String) -> Bool {
        let sounds = sounds.split(separator: " ")
        return !sounds.isEmpty && sounds.count <= 64
            && sounds.allSatisfy { phones.contains(String($0)) }
    }
}

/// What pocketsphinx says it has heard, by the end of its log: a table with one line for each part.
///
///     word                 start end   pprob ascr       lscr       lback
///     w0                   0     40    1.000 -1513      0          1
///     <sil>                41    68    1.000 -322       -337       1
struct Hearing: Equatable {
    /// The word that was heard, by its name in the grammar; nil: none.
    private(set) var word: String?
    /// How many hundredths of a second have no silence.
    private(set) var frameCount = 0
    /// How likely the whole is, in the program's own logarithms.
    private(set) var likelihood = 0

    init(log: [UInt8]) {
        let lines = log.split(separator: UInt8(ascii: "\n")).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard let head = lines.lastIndex(where: { $0.hasPrefix("word ") && $0.contains("ascr") })
        else { return }
        var (begin, end) = (Int.max, 0)
        for line in lines[(head + 1)...] {
            let fields = line.split(separator: " ")
            guard fields.count == 7, let first = Int(fields[1]), let last = Int(fields[2]),
                let score = Int(fields[4]), (0...1_000_000).contains(last), abs(score) < 1 << 40
            else { break }
            likelihood += score
            guard fields[0].first?.isLetter == true else { continue }
            word = word ?? String(fields[0])
            (begin, end) = (min(begin, first), max(end, last))
        }
        if word != nil { frameCount = max(1, end - max(0, begin) + 1) }
    }
}
