import Kernel
import Promises
import SwiftProtobuf
import Wire

extension Rules {
    private static let games: [WordGame] = [.chooseDefinition, .chooseWord, .fillGap]
    /// Where a day is about to begin, or has just begun, when the daemon's clock shows noon in UTC.
    private static let zones: [Int32] = [0, 0, 0, 718, 719, 719, 720, -720]

    /// Something that comes to the mind of somebody who plays with words.
    ///
    /// - Parameter now: what the daemon's clock shows.
    func playing(
        of user: String, cid: String, at now: Moment, using chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        switch chance.below(40) {
        case 0, 1: return .wordSettingsSet(cid, &chance, zones: Self.zones)
        case ..<6:
            let isOn = chance.percent(90)
            return .activitySet(
                .with { ($0.activity, $0.on, $0.cid) = (Self.wordGame, isOn, cid) })
        case 6, 7:
            let other = chance.percent(50) ? chance.pick(users) ?? "" : ""
            return .wordProfileRead(.with { $0.username = other })
        case 8: return .wordDailyRead(WordDailyRead())
        case 9: return .wordDuelList(WordDuelList())
        case 10: return .wordSettingsRead(WordSettingsRead())
        case 11, 12:
            let all = chance.percent(85) ? wordRounds(of: user) : users.flatMap(wordRounds)
            return .wordRoundRead(.with { $0.round = chance.pick(all)?.asked.round ?? cid })
        default: return turn(of: user, cid: cid, at: now, using: &chance)
        }
    }

    /// Answers what is open, mostly; or begins something.
    private func turn(
        of user: String, cid: String, at now: Moment, using chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        let own = wordRounds(of: user)
        let round = chance.pick(
            chance.percent(90) ? own.filter { $0.isOpen(at: now) } : own)
        if let round, chance.percent(70) { return answer(to: round.asked, cid, &chance) }
        let (kind, game) = (chance.below(20), chance.pick(Self.games) ?? .spell)
        let duel = chance.pick(openDuels(of: user)) ?? 0
        return .wordPlay(
            .with {
                $0.cid = cid
                switch kind {
                case 0: $0.duel = UInt32(chance.number(1...9))
                case 1: $0.game = chance.percent(50) ? .spell : game
                case ..<10 where duel > 0: $0.duel = duel
                case ..<16: $0.daily = true
                default: $0.game = game
                }
            })
    }

    /// Right, mostly; or it is given up.
    private func answer(
        to round: WordRound, _ cid: String, _ chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        let right = words.key.choice(in: round) ?? 0
        let isKnown = chance.percent(65)
        let guess = UInt32(chance.number(chance.percent(95) ? 0...4 : 5...6))
        return .wordAnswer(
            .with {
                ($0.round, $0.cid) = (round.round, cid)
                $0.choice = isKnown ? right : guess
            })
    }
}

extension ClientMessage.OneOf_Command {
    fileprivate static func wordSettingsSet(
        _ cid: String, _ chance: inout Chance, zones: [Int32]
    ) -> Self {
        .wordSettingsSet(
            .with {
                $0.cid = cid
                if chance.percent(60) { $0.zone = chance.pick(zones) ?? 0 }
                if chance.percent(30) { $0.level = UInt32(chance.number(1...6)) }
                if chance.percent(70) { $0.notify = chance.percent(70) }
            })
    }
}
