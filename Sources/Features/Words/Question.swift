import Lexicon
import Wire

/// A question about a word, with its answer: the same for every user who is asked it.
struct Question: Equatable, Sendable {
    static let choiceCount = 4

    let game: WordGame
    let word: String
    /// Which of its meanings.
    let sense: Int
    let level: UInt32
    let part: String
    let definition: String
    let prompt: String
    /// The right one first; none where one writes or speaks.
    let choices: [String]
}

extension WordGame {
    /// Those that can be played, in their order.
    static let all: [WordGame] = [.chooseDefinition, .chooseWord, .fillGap, .spell, .speak]

    /// What a word must be good for.
    var use: WordUse {
        switch self {
        case .fillGap: .gap
        case .speak: .speaking
        default: .any
        }
    }

    var hasChoices: Bool { [.chooseDefinition, .chooseWord, .fillGap].contains(self) }
}

/// Makes questions from a dictionary.
///
/// A question does not disclose its right answer: the other choices are of the same part of speech
/// and level, and in all definitions the same words are left out.
struct Questioner: Sendable {
    /// Draws for a word that makes a question.
    private static let drawsMax = 20

    let lexicon: any Lexicon

    /// A question about a word by chance.
    ///
    /// - Returns: nil when no word is what was wished for.
    func question(
        _ game: WordGame, level: WordLevel, category: String?,
        by chance: inout some RandomNumberGenerator
    ) throws(LexiconFailure) -> Question? {
        let wish = WordWish(level: level, category: category, use: game.use)
        for _ in 1...Self.drawsMax {
            guard let word = try lexicon.draw(wish, by: chance.next()) else { return nil }
            if let question = try question(game, about: word, of: category, by: &chance) {
                return question
            }
        }
        return nil
    }

    /// A question about this word, with others of the wished category by chance.
    ///
    /// - Returns: nil when the word is not good for it.
    private func question(
        _ game: WordGame, about word: DrawnWord, of category: String?,
        by chance: inout some RandomNumberGenerator
    ) throws(LexiconFailure) -> Question? {
        guard game.hasChoices else { return Self.question(game, about: word, among: []) }
        let others = try lexicon.distractors(
            for: word, count: Question.choiceCount - 1, use: game.use, category: category,
            by: chance.next())
        return Self.question(game, about: word, among: others)
    }

    /// A question about one of these words, with others of them as choices: a user who knows the
    /// words does not know which of them is asked.
    ///
    /// - Parameters:
    ///   - words: by chance.
    ///   - isWished: whether it may be asked about a word.
    /// - Returns: nil when no word has enough others of the same part of speech.
    func question(
        _ game: WordGame, amongAll words: [DrawnWord], isWished: (DrawnWord) -> Bool
    ) -> Question? {
        let fit = words.filter { Self.isFit($0, for: game) }
        for word in fit where isWished(word) {
            guard game.hasChoices else { return Self.question(game, about: word, among: []) }
            let others = fit.filter { other in
                other.word != word.word && other.sense.part == word.sense.part
                    && isWished(other) && !word.sense.synonyms.contains(other.word)
            }
            let chosen = Array(others.prefix(Question.choiceCount - 1))
            if let question = Self.question(game, about: word, among: chosen) { return question }
        }
        return nil
    }

    private static func question(
        _ game: WordGame, about word: DrawnWord, among others: [DrawnWord]
    ) -> Question? {
        let all = [word] + others
        guard let level = word.level, let prompt = prompt(game, word, among: all),
            !game.hasChoices || all.count == Question.choiceCount
        else { return nil }
        let words = all.map(\.word)
        let choices: [String] =
            switch game {
            case .chooseDefinition:
                all.map { Blank.leavingOut(words, of: $0.sense.definition) }
            case .chooseWord, .fillGap: words
            default: []
            }
        guard Set(choices).count == choices.count else { return nil }
        return Question(
            game: game, word: word.word, sense: word.sense.number,
            level: UInt32(level.rawValue), part: word.sense.part.name,
            definition: word.sense.definition, prompt: prompt, choices: choices)
    }

    /// Whether there is something to be asked about a word; cheaper than that itself.
    private static func isFit(_ word: DrawnWord, for game: WordGame) -> Bool {
        switch game {
        case .chooseDefinition, .chooseWord, .spell: true
        case .fillGap, .speak, .unspecified, .UNRECOGNIZED:
            prompt(game, word, among: [word]) != nil
        }
    }

    /// What is asked; nil: the word is not good for this game.
    private static func prompt(
        _ game: WordGame, _ word: DrawnWord, among all: [DrawnWord]
    ) -> String? {
        switch game {
        case .chooseDefinition: word.word
        case .chooseWord, .spell:
            Blank.leavingOut(all.map(\.word), of: word.sense.definition)
        case .fillGap:
            word.sense.examples.lazy.compactMap { Blank.gap(of: word.word, in: $0) }.first
        case .speak: word.isSpeakable ? word.word : nil
        case .unspecified, .UNRECOGNIZED: nil
        }
    }
}
