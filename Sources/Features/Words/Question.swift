import Lexicon
import Wire

/// A question about a word, with its answer: the same for everybody who is asked it.
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

/// Makes questions of what a dictionary has.
///
/// Nothing of a question tells which answer is right: the others are of the same part of speech and
/// level, and in all definitions the same words are left out.
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
            if let question = try question(game, about: word, by: &chance) { return question }
        }
        return nil
    }

    /// A question about this word.
    ///
    /// - Returns: nil when the word is not good for it.
    func question(
        _ game: WordGame, about word: DrawnWord, by chance: inout some RandomNumberGenerator
    ) throws(LexiconFailure) -> Question? {
        guard let level = word.level else { return nil }
        var others: [DrawnWord] = []
        if game.hasChoices {
            others = try lexicon.distractors(
                for: word, count: Question.choiceCount - 1, use: .any, by: chance.next())
            guard others.count == Question.choiceCount - 1 else { return nil }
        }
        let all = [word] + others
        let words = all.map(\.word)
        let hidden = Blank.leavingOut(words, of: word.sense.definition)
        let (prompt, choices): (String, [String])
        switch game {
        case .chooseDefinition:
            let definitions = all.map { Blank.leavingOut(words, of: $0.sense.definition) }
            (prompt, choices) = (word.word, definitions)
        case .chooseWord: (prompt, choices) = (hidden, words)
        case .fillGap:
            let gaps = word.sense.examples.lazy.compactMap { Blank.gap(of: word.word, in: $0) }
            guard let gap = gaps.first else { return nil }
            (prompt, choices) = (gap, words)
        case .spell: (prompt, choices) = (hidden, [])
        case .speak:
            guard word.isSpeakable else { return nil }
            (prompt, choices) = (word.word, [])
        case .unspecified, .UNRECOGNIZED: return nil
        }
        guard Set(choices).count == choices.count else { return nil }
        return Question(
            game: game, word: word.word, sense: word.sense.number,
            level: UInt32(level.rawValue), part: word.sense.part.name,
            definition: word.sense.definition, prompt: prompt, choices: choices)
    }
}
