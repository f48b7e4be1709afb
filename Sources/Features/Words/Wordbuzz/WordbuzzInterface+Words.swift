import Kernel
import SwiftProtobuf
import Wire

/// The dictionary, below /wordbuzz/words/ (B26).
extension WordbuzzInterface {
    static func installWords(in catalog: inout Catalog) {
        catalog.route(
            of: name, .get, "/words/", to: [.wordRead(WordRead()), .wordFind(WordFind())],
            answer: .either(["WordbuzzWord", "WordList"]), shows: found
        ) { (document: WordbuzzWordSearch) throws(DecodingFailure) in
            try command(of: document)
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

    /// Some word by chance, or words by their beginning.
    private static func command(
        of document: WordbuzzWordSearch
    ) throws(DecodingFailure) -> ClientMessage.OneOf_Command {
        guard document.random else {
            guard !document.prefix.isEmpty else {
                throw DecodingFailure(
                    .invalidField, field: "random", "expected true, or a prefix instead")
            }
            return .wordFind(
                .with {
                    ($0.prefix, $0.after) = (document.prefix, document.after)
                    $0.language = document.language
                })
        }
        for (field, text) in [("prefix", document.prefix), ("after", document.after)] {
            guard text.isEmpty else {
                throw DecodingFailure(.invalidField, field: field, "expected none beside random")
            }
        }
        return .wordRead(.with { ($0.random, $0.language) = (true, document.language) })
    }

    @Sendable private static func found(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .wordList(let page) = body else { return part(of: body, WordbuzzWord.init) }
        return document(page, next: page.next)
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
