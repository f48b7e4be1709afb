import Kernel
import Speech
import Wire

extension WordsFeature {
    /// The dictionary, its audio, and recordings.
    func installDictionary(in catalog: inout Catalog) {
        let (words, speech) = (DictionaryCommands(terms: terms), SpeechCommands(terms: terms))
        catalog.migrate(SpeechSchema.migrations)
        catalog.audit(SpeechSchema.audits)
        catalog.onErase(SpeechSchema.erase)
        catalog.read(
            Command.wordRead, reply: { .wordEntry($0) }, rate: .definitions, words.read)
        catalog.read(
            Command.wordFind, reply: { .wordList($0) }, rate: .definitions,
            next: { body in
                guard case .wordList(let page) = body, !page.next.isEmpty else { return nil }
                return RouteAnswer.query("after", page.next)
            }, words.find)
        catalog.look(
            Command.wordAudio, reply: { .wordSound($0) }, rate: .definitions, words.audio)
        catalog.read(
            Command.wordSpeechList, reply: { .wordSpeechPage($0) },
            next: { body in
                guard case .wordSpeechPage(let page) = body, !page.next.isEmpty else { return nil }
                return RouteAnswer.query("after", page.next)
            }, speech.list)
        catalog.route(
            .get, "/v1/words/{word}/audio", Command.wordAudio, shows: Self.sound)
        catalog.route(
            .post, "/v1/words/{word}/speech",
            RouteChange(
                "wordSpeech", of: "recordings", rate: .recordings,
                bodyBytesMax: Recording.fileBytesMax, isBrief: true, shows: Self.spoken,
                asking: speech.judge))
        WordbuzzInterface.installWords(in: &catalog)
        WordDisclosure.disclose("wordSpeech", in: &catalog) {
            (caller, place, snapshot) throws(Refusal) in
            try snapshot.all(
                .speech(by: caller.user, behind: place, limit: WordDisclosure.pageCount)
            ).map { (WordDisclosure.record(.wordSpeech($0)), "\($0.language) \($0.word)") }
        }
    }

    /// The file itself.
    static let sound: RouteAnswer.Maker = { body in
        guard case .wordSound(let sound) = body else { return RouteAnswer.asMessage(body) }
        return .file([UInt8](sound.audio), contentType: sound.contentType)
    }

    /// Of a recording, what is wrong with its field is its kind.
    static let spoken: RouteAnswer.Maker = { body in
        guard case .error(let error) = body, error.code == .invalidField,
            error.field.hasSuffix("recording")
        else { return RouteAnswer.asMessage(body) }
        return .message(body, status: .unsupportedMediaType)
    }
}

extension Rate {
    /// Looks into the dictionary.
    static let definitions = Rate(
        "definitions", of: .user, unit: "words",
        burst: (60, 10_000, "Words that a user may look up or hear at once (burst)."),
        perMinute: (240, 1_000_000, "Words that a user looks up or hears per minute."))

    /// Recordings to be judged: each takes 0.2 seconds of a core.
    static let recordings = Rate(
        "recordings", of: .user, unit: "recordings",
        burst: (10, 10_000, "Recordings of a user that are judged at once (burst)."),
        perMinute: (20, 10_000, "Recordings of a user that are judged per minute."))
}
