/// WordNet's database, as the package wordnet-base of Debian has it.
///
/// - Source: wndb(5WN), cntlist(5WN), lexnames(5WN).
struct WordNet {
    /// The files of each part of speech.
    private static let files: [(part: PartOfSpeech, name: String)] = [
        (.noun, "noun"), (.verb, "verb"), (.adjective, "adj"), (.adverb, "adv"),
    ]

    /// The lexicographer files, by their numbers.
    static let categories = [
        "adj.all", "adj.pert", "adv.all", "noun.tops", "noun.act", "noun.animal",
        "noun.artifact", "noun.attribute", "noun.body", "noun.cognition", "noun.communication",
        "noun.event", "noun.feeling", "noun.food", "noun.group", "noun.location", "noun.motive",
        "noun.object", "noun.person", "noun.phenomenon", "noun.plant", "noun.possession",
        "noun.process", "noun.quantity", "noun.relation", "noun.shape", "noun.state",
        "noun.substance", "noun.time", "verb.body", "verb.change", "verb.cognition",
        "verb.communication", "verb.competition", "verb.consumption", "verb.contact",
        "verb.creation", "verb.emotion", "verb.motion", "verb.perception", "verb.possession",
        "verb.social", "verb.stative", "verb.weather", "adj.ppl",
    ]

    private(set) var synsets: [DictionaryDraft.Synset] = []
    private(set) var words: [DictionaryDraft.Word] = []
    private(set) var forms: [(key: String, lemma: String)] = []
    /// How many meanings were left out because they insult.
    private(set) var leftOutCount = 0
    /// Words that games do not ask, in small letters: those that a list has, and those of meanings
    /// that WordNet itself says to insult.
    private var insults: Set<String>
    /// Those that a list has.
    private let listed: InsultList

    /// Reads it.
    ///
    /// - Parameter insults: words that swear or insult, in small letters.
    /// - Throws: when a file is missing, or is none of WordNet's.
    init(_ folder: String, insults: Set<String> = []) throws(SourceFailure) {
        (self.insults, listed) = (insults, InsultList(insults))
        let counts = try TagCounts(TextFile("\(folder)/cntlist.rev"))
        var senses: [String: [PartOfSpeech: [RawSense]]] = [:]
        for (part, name) in Self.files {
            let places = try readSynsets(TextFile("\(folder)/data.\(name)"), of: part)
            for line in try TextFile("\(folder)/index.\(name)").lines where line.first != space {
                let index = try IndexLine(line, in: "index.\(name)")
                senses[index.lemma, default: [:]][part] = index.offsets.enumerated().compactMap {
                    number, offset in
                    places[offset].map { place in
                        RawSense(
                            synset: place,
                            tagCount: counts[index.lemma, part, number: number + 1])
                    }
                }
            }
            for line in try TextFile("\(folder)/\(name).exc").lines {
                let parts = line.split(separator: space).map { String(decoding: $0, as: UTF8.self) }
                guard parts.count >= 2 else { continue }
                for lemma in parts.dropFirst() where lemma != parts[0] {
                    forms.append((Self.spaced(parts[0]), Self.spaced(lemma)))
                }
            }
        }
        words = senses.keys.sorted().compactMap { lemma in
            word(of: lemma, senses[lemma] ?? [:])
        }
        // Each has found its meanings by them. A name is no insult: "Virgin", of the stars.
        for place in synsets.indices {
            synsets[place].words.removeAll { $0 == $0.lowercased() && listed.isQuoted(in: $0) }
        }
        forms.sort { $0 < $1 }
    }

    private struct RawSense {
        let synset: Int
        let tagCount: Int
    }

    /// Reads the synsets of one part of speech.
    ///
    /// - Returns: where each is among all, by its offset in the file.
    private mutating func readSynsets(
        _ file: TextFile, of part: PartOfSpeech
    ) throws(SourceFailure) -> [Int: Int] {
        var lines: [DataLine] = []
        for line in file.lines where line.first != space {
            lines.append(try DataLine(line, of: part, in: file.path))
        }
        let despised = Self.despised(among: lines)
        var places: [Int: Int] = [:]
        for line in lines {
            if line.isInsult { insults.formUnion(line.synset.words.map { $0.lowercased() }) }
            guard !line.isInsult, !line.isUgly, !despised.contains(line.offset)
            else {
                leftOutCount += 1
                continue
            }
            places[line.offset] = synsets.count
            synsets.append(decent(line.synset))
        }
        return places
    }

    /// Whom WordNet has among unpleasant people, simpletons and scoundrels: a word that means one
    /// of these beside something else is asked in what else it means.
    private static func despised(among lines: [DataLine]) -> Set<Int> {
        var kinds: [Int: [Int]] = [:]
        for line in lines {
            for kind in line.kinds { kinds[kind, default: []].append(line.offset) }
        }
        var despised: Set<Int> = [9_631_463, 10_599_354, 10_753_546]
        var rest = Array(despised)
        while let next = rest.popLast() {
            for offset in kinds[next] ?? [] where despised.insert(offset).inserted {
                rest.append(offset)
            }
        }
        return despised
    }

    /// Without examples in which a word of a list of insults is, and asked only if the definition
    /// has none. What people are called is without such words beside the plain one, which WordNet
    /// writes first.
    private func decent(_ synset: DictionaryDraft.Synset) -> DictionaryDraft.Synset {
        var decent = synset
        decent.examples.removeAll(where: listed.isQuoted)
        decent.isAsked = !listed.isQuoted(in: synset.definition)
        guard Self.categories[synset.category] == "noun.person", let plain = synset.words.first
        else { return decent }
        decent.words =
            [plain]
            + synset.words.dropFirst().filter { word in
                // A name is none: "Virgin", of the stars.
                word != word.lowercased() || !listed.has(word: word)
            }
        return decent
    }

    /// - Returns: nil when none of its meanings is left.
    private func word(
        of lemma: String, _ parts: [PartOfSpeech: [RawSense]]
    ) -> DictionaryDraft.Word? {
        // The part of speech first that the word most often is.
        let order = parts.keys.sorted { left, right in
            let (more, less) = (weight(of: parts[left] ?? []), weight(of: parts[right] ?? []))
            return more == less ? left.rawValue < right.rawValue : more > less
        }
        let key = Self.spaced(lemma)
        var written: String?
        let senses = order.flatMap { parts[$0] ?? [] }.compactMap { raw -> DictionaryDraft.Sense? in
            let words = synsets[raw.synset].words
            let spelling = words.first { $0.lowercased() == key }
            // It was taken out, unless texts have it in that meaning: "seaman".
            guard
                let spelling = spelling ?? (raw.tagCount > 0 || !listed.has(word: key) ? key : nil)
            else { return nil }
            // A name where it never is anything else.
            written = written == key ? key : spelling == key ? key : written ?? spelling
            return DictionaryDraft.Sense(
                synset: raw.synset, isPlain: spelling == key, tagCount: raw.tagCount)
        }
        guard let written else { return nil }
        return DictionaryDraft.Word(
            key: key, word: written, senses: senses, insults: insults.contains(key))
    }

    private func weight(of senses: [RawSense]) -> Int { senses.reduce(0) { $0 + $1.tagCount } }

    /// A lemma as people write it.
    static func spaced(_ lemma: String) -> String {
        lemma.split(separator: "_").joined(separator: " ")
    }
}

/// How often the words of tagged texts had which meaning.
private struct TagCounts {
    private var counts: [String: Int] = [:]

    init(_ file: TextFile) throws(SourceFailure) {
        for line in file.lines {
            // lemma%ss_type:lex_filenum:lex_id:head_word:head_id sense_number tag_cnt
            let parts = line.split(separator: space)
            guard parts.count == 3, let percent = parts[0].lastIndex(of: UInt8(ascii: "%")),
                let number = Int(String(decoding: parts[1], as: UTF8.self)),
                let count = Int(String(decoding: parts[2], as: UTF8.self)),
                let part = parts[0][(percent + 1)...].first.flatMap(PartOfSpeech.init(digit:))
            else { throw SourceFailure("\(file.path) is no list of counts of WordNet") }
            let lemma = String(decoding: parts[0][..<percent], as: UTF8.self)
            counts["\(lemma) \(part.rawValue) \(number)"] = count
        }
    }

    subscript(lemma: String, part: PartOfSpeech, number number: Int) -> Int {
        counts["\(lemma) \(part.rawValue) \(number)"] ?? 0
    }
}

extension PartOfSpeech {
    /// WordNet's number of it; satellites of adjectives have one of their own.
    fileprivate init?(digit: UInt8) {
        guard let number = Int(String(UnicodeScalar(digit))) else { return nil }
        self.init(rawValue: number == 5 ? 3 : number)
    }
}

let space = UInt8(ascii: " ")
