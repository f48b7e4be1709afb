import Accounts
import FoundationEssentials
import Kernel
import Lexicon
import Speech
import Wire

/// Rounds that are heard, and rounds that are answered by a recording (B13, B14, B28).
struct RoundSounds: Sendable {
    let terms: WordTerms
    let settlement: Settlement

    /// The sound of the word of an open round. Nothing but the sound discloses the word.
    func sound(
        _ command: WordRoundAudio, _ caller: Caller, _ store: any Store
    ) throws(Refusal) -> Inquiry<Snapshot, WordSound> {
        let id = try StoredRound.ID(text: command.round)
        let round = try store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.first(.round(id, of: caller.user))
        }
        guard let round, round.asked.game == .spell else { throw .noRound }
        let (word, language) = (round.outcome.word, round.asked.language)
        guard let pronouncer = terms.pronouncer else { throw Refusal(SpeechFailure.off) }
        let user = caller.user.rawValue
        return Inquiry(asking: speaking { pronouncer.speak(word, in: language, for: user, $0) }) {
            (spoken, _) in
            var sound = WordSound()
            (sound.language, sound.contentType) = (language, SpokenWord.contentType)
            sound.audio = Data(spoken.bytes)
            return sound
        }
    }

    /// Judges a recording that answers a round.
    func judge(
        _ request: PlainRequest, _ caller: Caller, _ store: any Store
    ) throws(Refusal) -> Inquiry<Transaction, ServerMessage.OneOf_Body> {
        let id = try StoredRound.ID(text: request.values.first ?? "")
        let round = try store.snapshot { (snapshot) throws(Refusal) -> StoredRound in
            try Self.open(id, caller, in: snapshot)
        }
        let lexicon = try terms.lexicon(of: round.asked.language)
        let entry = try looking { () throws(LexiconFailure) in
            try lexicon.entry(of: round.outcome.word)
        }
        guard let entry else { throw .noSuchWord }
        let speech = SpeechCommands(terms: terms)
        let settlement = settlement
        return Inquiry(
            asking: try speech.verdict(on: request.body, of: entry, in: lexicon, by: round.user)
        ) { (verdict, transaction) throws(Refusal) in
            // Another device may have answered meanwhile, or its time may have passed.
            let round = try Self.open(id, caller, in: transaction)
            try settlement.settleDue(of: caller.user, in: transaction)
            var result = round.outcome
            (result.won, result.answer) = (verdict.isRight, verdict.heard ?? "")
            _ = try SpeechCommands.note(
                verdict, of: entry.word, round.asked.language, caller, in: transaction)
            return .wordResult(
                try settlement.settle(
                    round, as: result, at: transaction.now, in: transaction))
        }
    }

    /// A round of the caller's that is answered by speaking, and may be answered now.
    private static func open(
        _ id: StoredRound.ID, _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> StoredRound {
        guard let round = try snapshot.first(.round(id, of: caller.user)),
            round.asked.game == .speak
        else { throw .noRound }
        try round.requireOpen(at: snapshot.now)
        return round
    }
}

extension WordsFeature {
    /// Sounds of rounds.
    func installSounds(in catalog: inout Catalog) {
        let sounds = RoundSounds(terms: terms, settlement: settlement)
        catalog.look(
            Command.wordRoundAudio, reply: { .wordSound($0) }, rate: .plays, sounds.sound)
        catalog.route(
            .get, "/v1/words/rounds/{round}/audio", Command.wordRoundAudio, shows: Self.sound)
        catalog.upload(
            "wordRoundSpeech", .post, "/v1/words/rounds/{round}/speech", UploadTerms.recordings,
            rate: .recordings, shows: Self.spoken, sounds.judge)
    }
}

extension Refusal {
    /// No speech, or no verdict. The failure of a program is not disclosed to the peer.
    init(_ failure: SpeechFailure) {
        self =
            switch failure {
            case .off:
                Refusal(
                    .notFound, field: "language",
                    "this server has no program that speaks or understands this language")
            case .full(let retryAfter):
                Refusal(
                    .busy, "too many words are being spoken or judged; try again later",
                    retryAfter: retryAfter)
            case .failed:
                Refusal(
                    .unavailable, "the program that speaks or listens has failed",
                    retryAfter: .seconds(5))
            case .unknownWord:
                Refusal(.invalidField, field: "word", "expected a word whose sounds are known")
            }
    }

    /// The upload is no recording that can be judged.
    init(_ flaw: RecordingFlaw) {
        self =
            switch flaw {
            case .noWave, .otherFormat: Refusal(.invalidField, field: "recording", flaw.text)
            case .tooLong: Refusal(.tooLarge, field: "recording", flaw.text)
            case .tooShort, .cutOff: Refusal(.malformed, field: "recording", flaw.text)
            }
    }
}

/// Runs a pronouncer or a judge for a command that waits for the result.
func speaking<Value: Sendable>(
    _ ask:
        @escaping @Sendable (@escaping @Sendable (Result<Value, SpeechFailure>) -> Void) -> Void
) -> @Sendable (@escaping @Sendable (Result<Value, Refusal>) -> Void) -> Void {
    { tell in ask { result in tell(result.mapError { Refusal($0) }) } }
}
