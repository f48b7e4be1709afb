import Kernel
import SwiftProtobuf
import Wire

/// The dictionary, below /wordbuzz/words/ (B26).
extension WordbuzzInterface {
    static func installWords(in catalog: inout Catalog) {
        catalog.route(
            of: name, .get, "/words/", to: [.wordRead(WordRead())],
            answer: .document("WordbuzzWord"), shows: { part(of: $0, WordbuzzWord.init) }
        ) { (document: WordbuzzWordSearch) throws(DecodingFailure) in
            guard document.random else {
                throw DecodingFailure(.invalidField, field: "random", "expected true")
            }
            var command = WordRead()
            (command.random, command.language) = (true, document.language)
            return .wordRead(command)
        }
        part("/words/{word}/", "WordbuzzWord", WordbuzzWord.init, in: &catalog)
        part(
            "/words/{word}/definitions/", "WordbuzzDefinitions", WordbuzzDefinitions.init,
            in: &catalog)
        part("/words/{word}/examples/", "WordbuzzExamples", WordbuzzExamples.init, in: &catalog)
        part(
            "/words/{word}/frequency/", "WordbuzzFrequency", WordbuzzFrequency.init, in: &catalog)
        part(
            "/words/{word}/pronunciation/", "WordbuzzPronunciation", WordbuzzPronunciation.init,
            in: &catalog)
    }

    /// A place that shows a part of what the dictionary says of a word.
    private static func part<Document: Message>(
        _ pattern: String, _ document: String, _ make: @escaping @Sendable (WordEntry) -> Document,
        in catalog: inout Catalog
    ) {
        catalog.route(
            of: name, .get, pattern, to: [.wordRead(WordRead())], answer: .document(document),
            shows: { part(of: $0, make) }
        ) { (document: WordbuzzWordRead) in
            var command = WordRead()
            (command.word, command.language) = (document.word, document.language)
            return .wordRead(command)
        }
    }

    private static func part(
        of body: ServerMessage.OneOf_Body, _ make: (WordEntry) -> some Message
    ) -> RouteAnswer {
        guard case .wordEntry(let entry) = body else { return other(body) }
        return document(make(entry))
    }
}

extension WordbuzzWord {
    fileprivate init(_ entry: WordEntry) {
        self.init()
        (word, frequency) = (entry.word, entry.frequency)
        results = entry.senses.map { sense in
            var result = WordbuzzSense()
            (result.definition, result.partOfSpeech) = (sense.definition, sense.part)
            (result.synonyms, result.examples) = (sense.synonyms, sense.examples)
            return result
        }
        if !entry.ipa.isEmpty { pronunciation = WordbuzzPronunciation(entry) }
    }
}

extension WordbuzzDefinitions {
    fileprivate init(_ entry: WordEntry) {
        self.init()
        word = entry.word
        definitions = entry.senses.map { sense in
            var definition = WordbuzzDefinition()
            (definition.definition, definition.partOfSpeech) = (sense.definition, sense.part)
            return definition
        }
    }
}

extension WordbuzzExamples {
    fileprivate init(_ entry: WordEntry) {
        self.init()
        (word, examples) = (entry.word, entry.senses.flatMap(\.examples))
    }
}

extension WordbuzzFrequency {
    fileprivate init(_ entry: WordEntry) {
        self.init()
        (word, frequency) = (entry.word, entry.frequency)
    }
}

extension WordbuzzPronunciation {
    fileprivate init(_ entry: WordEntry) {
        self.init()
        (word, all) = (entry.word, entry.ipa)
    }
}
