import ArgumentParser
import SwiftProtobuf
import Wire

/// A round of a word game: asked, answered, and judged.
struct PlayCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Play a word game, the day's challenge, or a duel.",
        discussion: """
            A round is shown, and the answer is read as one line of standard input: the number of \
            a choice, the word, or of `speak` the path of your recording (a WAV file, see `upfor \
            say`). An empty line gives it up; "-" says that your device failed, and the round \
            counts as nothing. A round that is not answered within five minutes is lost. At the \
            end of the input, or after a line that is no answer, the round stays open, and `play` \
            shows it again.

            A duel begins when you and a friend are up for a word game: `upfor up wordgame`.

            Examples:
              upfor play
              upfor play definition
              upfor play gap --rounds 5
              upfor play spell --save heard.ogg
              echo me.wav | upfor play speak
              upfor play daily
              upfor play duel 3
              echo 2 | upfor play word

            Exit codes: 0 done, 1 refused, 3 server out of reach, 4 not signed in, 64 wrong usage.
            """)

    enum Game: String, ExpressibleByArgument, CaseIterable {
        case word, definition, gap, spell, speak, daily, duel

        fileprivate var game: WordGame {
            switch self {
            case .word: .chooseWord
            case .definition: .chooseDefinition
            case .gap: .fillGap
            case .spell: .spell
            case .speak: .speak
            case .daily, .duel: .unspecified
            }
        }
    }

    @Argument(help: "word, definition, gap, spell, speak, daily or duel.")
    var game = Game.word

    @Argument(help: "The number of a duel; without one your duels are listed.")
    var number: UInt32?

    @Option(
        help: "How many rounds; 1 to 100. Without it one, or all that are left of daily or a duel.")
    var rounds: Int?

    @Option(
        help: ArgumentHelp(
            "Of `spell`: write the sound to this new file (Ogg Opus), readable only by you.",
            valueName: "file"),
        completion: .file(extensions: ["ogg"]))
    var save: String?

    @Option(help: ArgumentHelp("The language of the words: en …", valueName: "code"))
    var language = ""

    @OptionGroup var options: Options

    func validate() throws {
        guard number == nil || game == .duel else {
            throw ValidationError("a number goes with `duel`")
        }
        guard (1...100).contains(rounds ?? 1) else { throw ValidationError("--rounds: 1 to 100") }
        guard save == nil || game == .spell && (rounds ?? 1) == 1 else {
            throw ValidationError("--save goes with one round of `spell`")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        guard game != .duel || number != nil else {
            return try await session.show(.wordDuelList(WordDuelList()))
        }
        var play = WordPlay()
        (play.game, play.daily, play.duel) = (game.game, game == .daily, number ?? 0)
        play.language = language
        var left = rounds ?? 1
        while left > 0 {
            left -= 1
            let body = try await session.call(.wordPlay(play))
            guard case .wordRound(let round) = body else {
                throw .unreachable("this is no Upfor server: no round in its answer")
            }
            if rounds == nil { left = Self.rounds(after: round) }
            session.output.answer(body)
            if let save { try await keep(save, round, in: session) }
            guard let line = readLine().map(Self.trimmed) else {
                session.output.remark(
                    "the round stays open until its time is over; then it is lost")
                return
            }
            if round.game == .speak, !line.isEmpty, line != Self.failed {
                try await speak(line, round, in: session)
            } else {
                try await session.show(.wordAnswer(try answer(line, to: round)))
            }
        }
    }

    /// What is read instead of an answer when there can be none.
    private static let failed = "-"

    /// How many of the challenge or the duel are left; none where a round is one by itself.
    static func rounds(after round: WordRound) -> Int {
        Int(round.contest.count) - Int(round.contest.number)
    }

    /// Without spaces around it.
    private static func trimmed(_ line: String) -> String {
        String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    /// Writes down how the word of a round sounds.
    private func keep(
        _ path: String, _ round: WordRound, in session: Session
    ) async throws(Failure) {
        let answer = try await session.call(
            .wordRoundAudio(.with { $0.round = round.round }))
        guard case .wordSound(let sound) = answer else {
            throw .unreachable("this is no Upfor server: no sound in its answer")
        }
        let new = try NewFile(path)
        try new.write([UInt8](sound.audio))
        try new.finish()
        session.output.remark("\(path) is written")
    }

    /// Answers a round by a recording.
    private func speak(
        _ file: String, _ round: WordRound, in session: Session
    ) async throws(Failure) {
        let bytes = try SayCommand.recording(in: file)
        guard let line = session.pictures else { throw .notSignedIn("not signed in") }
        session.output.answer(
            try await line.judge(bytes, at: "/v1/words/rounds/\(round.round)/speech"))
    }

    /// - Throws: `.usage` for a line that is no answer to this round.
    private func answer(_ line: String, to round: WordRound) throws(Failure) -> WordAnswer {
        var answer = WordAnswer()
        answer.round = round.round
        guard !line.isEmpty else { return answer }
        guard line != Self.failed else {
            answer.failed = true
            return answer
        }
        guard !round.choices.isEmpty else {
            answer.text = line
            return answer
        }
        guard let choice = UInt32(line), (1...round.choices.count).contains(Int(choice)) else {
            throw .usage("answer by a number, 1 to \(round.choices.count)")
        }
        answer.choice = choice
        return answer
    }
}
