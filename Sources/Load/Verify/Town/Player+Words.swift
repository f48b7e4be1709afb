import Client
import Promises
import SwiftProtobuf
import Wire

extension Player {
    private static let games: [WordGame] = [.chooseDefinition, .chooseWord, .fillGap]

    /// Plays a round: of a game, of the day or of a duel. It is answered right, mostly; now and
    /// then twice, by this device or another, or not at all.
    func play(_ dice: inout Dice) async {
        if dice.happens(percent: 40) {
            _ = await set(Self.duelling, on: dice.happens(percent: 85))
        }
        let play = await wish(&dice)
        guard case .wordRound(let round)? = await ask(.wordPlay(play)) else { return }
        // As who has lost the answer does.
        if dice.happens(percent: 15) { await say(.wordPlay(play)) }
        guard dice.happens(percent: 90) else { return }
        let guess = UInt32(dice.roll(0...4))
        let isKnown = dice.happens(percent: 70)
        let cid = "w\(makeNumber())"
        let answer = WordAnswer.with {
            ($0.round, $0.cid) = (round.round, cid)
            $0.choice = isKnown ? WordKey.sample.choice(in: round) ?? 0 : guess
        }
        await say(.wordAnswer(answer))
        if dice.happens(percent: 20) { await say(.wordAnswer(answer)) }
        await look(again: round.round, &dice)
    }

    /// What opens duels.
    private static let duelling = "wordgame"

    private func wish(_ dice: inout Dice) async -> WordPlay {
        let (cid, kind) = ("w\(makeNumber())", dice.roll(1...100))
        let game = Self.games[dice.roll(0...Self.games.count - 1)]
        var duel: UInt32?
        if kind <= 50, case .wordDuels(let list)? = await ask(.wordDuelList(WordDuelList())) {
            duel = list.duels.first { $0.outcome == .wordDuelOpen && $0.played < $0.count }?.number
        }
        return .with {
            $0.cid = cid
            if let duel {
                $0.duel = duel
            } else if kind <= 75 {
                $0.daily = true
            } else {
                $0.game = game
            }
        }
    }

    /// Answers a round that is over once more, or reads what came of it and of others.
    private func look(again round: String, _ dice: inout Dice) async {
        switch dice.roll(1...100) {
        case ...15:
            let (cid, choice) = ("w\(makeNumber())", UInt32(dice.roll(1...4)))
            await say(
                .wordAnswer(.with { ($0.round, $0.choice, $0.cid) = (round, choice, cid) }))
        case ...35: await say(.wordRoundRead(.with { $0.round = round }))
        case ...45: await say(.wordDailyRead(WordDailyRead()))
        case ...50: await say(.wordProfileRead(WordProfileRead()))
        default: break
        }
    }
}
