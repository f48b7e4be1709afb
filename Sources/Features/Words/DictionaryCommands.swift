import Accounts
import FoundationEssentials
import Kernel
import Lexicon
import Speech
import SwiftProtobuf
import Wire

/// The dictionary: what words mean, how they are found, and how they sound (B2, B3, B7, B13, B26).
struct DictionaryCommands: Sendable {
    static let pageCount = 50

    let terms: WordTerms

    func read(
        _ command: WordRead, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> WordEntry {
        let lexicon = try terms.lexicon(of: command.language, for: caller.user, in: snapshot)
        guard command.random else {
            return WordEntry(try lexicon.known(command.word), in: lexicon.language)
        }
        guard command.word.isEmpty else {
            throw Refusal(.invalidField, field: "word", "expected no word beside random")
        }
        // Nothing depends on this choice that a user could gain from.
        let moment = UInt64(bitPattern: snapshot.now.unixMilliseconds)
        let chance = moment << 24 ^ UInt64(bitPattern: caller.user.rawValue)
        let drawn = try looking { () throws(LexiconFailure) in
            try lexicon.draw(WordWish(), by: chance)
        }
        guard let drawn else { throw .noSuchWord }
        return WordEntry(try lexicon.known(drawn.word), in: lexicon.language)
    }

    func find(
        _ command: WordFind, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> WordList {
        try WordCommands.check(place: command.after)
        let lexicon = try terms.lexicon(of: command.language, for: caller.user, in: snapshot)
        let prefix = try PlainText(command.prefix, .init(WordFind.prefixLength), field: "prefix")
            .text
        let found = try looking { () throws(LexiconFailure) in
            try lexicon.words(from: prefix, after: command.after, limit: Self.pageCount + 1)
        }
        var list = WordList()
        list.words = found.prefix(Self.pageCount).map(\.word)
        if found.count > Self.pageCount { list.next = list.words.last ?? "" }
        return list
    }

    /// What is kept is read by the worker; what is not is spoken elsewhere.
    func audio(
        _ command: WordAudio, _ caller: Caller, _ store: any Store
    ) throws(Refusal) -> Inquiry<Snapshot, WordSound> {
        let lexicon = try store.snapshot { (snapshot) throws(Refusal) in
            try terms.lexicon(of: command.language, for: caller.user, in: snapshot)
        }
        let (word, language) = (try lexicon.known(command.word).word, lexicon.language)
        guard let pronouncer = terms.pronouncer, pronouncer.languages.contains(language) else {
            throw Refusal(SpeechFailure.off)
        }
        let user = caller.user.rawValue
        return Inquiry(asking: speaking { pronouncer.speak(word, in: language, for: user, $0) }) {
            spoken, _ in
            .with {
                ($0.word, $0.language) = (word, language)
                ($0.contentType, $0.audio) = (SpokenWord.contentType, Data(spoken.bytes))
            }
        }
    }
}
