import ArgumentParser
import SwiftProtobuf
import Wire

/// A round of a word game: asked, answered, and judged.
struct PlayCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Play a word game, the day's challenge, or a duel.",
        discussion: """
            A round is shown, and the answer is read as one line of standard input: the number of \
            a choice, or the word. An empty line gives it up. A round that nobody answers within \
            five minutes is lost. At the end of the input the round stays open, and `play` shows \
            it again.

            A duel begins when you and a friend are up for a word game: `upfor up wordgame`.

            Examples:
              upfor play
              upfor play definition
              upfor play gap --rounds 5
              upfor play daily
              upfor play duel 3
              echo 2 | upfor play word
            """)

    enum Game: String, ExpressibleByArgument, CaseIterable {
        case word, definition, gap, spell, daily, duel

        fileprivate var game: WordGame {
            switch self {
            case .word: .chooseWord
            case .definition: .chooseDefinition
            case .gap: .fillGap
            case .spell: .spell
            case .daily, .duel: .unspecified
            }
        }
    }

    @Argument(help: "word, definition, gap, spell, daily or duel.")
    var game = Game.word

    @Argument(help: "The number of a duel; without one your duels are listed.")
    var number: UInt32?

    @Option(help: "How many rounds; 1 to 100.")
    var rounds = 1

    @Option(help: ArgumentHelp("The language of the words: en …", valueName: "code"))
    var language = ""

    @OptionGroup var options: Options

    func validate() throws {
        guard number == nil || game == .duel else {
            throw ValidationError("a number goes with `duel`")
        }
        guard (1...100).contains(rounds) else { throw ValidationError("--rounds: 1 to 100") }
    }

    func perform(in session: Session) async throws(Failure) {
        guard game != .duel || number != nil else {
            return try await session.show(.wordDuelList(WordDuelList()))
        }
        var play = WordPlay()
        (play.game, play.daily, play.duel) = (game.game, game == .daily, number ?? 0)
        play.language = language
        for _ in 1...rounds {
            let body = try await session.call(.wordPlay(play))
            guard case .wordRound(let round) = body else {
                throw .unreachable("this is no Upfor server: no round in its answer")
            }
            session.output.answer(body)
            guard let line = readLine() else {
                session.output.remark("the round stays open until its time is over")
                return
            }
            try await session.show(.wordAnswer(try answer(line, to: round)))
        }
    }

    /// - Throws: `.usage` for a line that is no answer to this round.
    private func answer(_ line: String, to round: WordRound) throws(Failure) -> WordAnswer {
        var answer = WordAnswer()
        answer.round = round.round
        guard !line.isEmpty else { return answer }
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
