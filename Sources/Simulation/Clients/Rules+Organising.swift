import Kernel
import Promises
import SwiftProtobuf
import Wire

extension Rules {
    /// A random command about roles and documents, from a user at a gathering.
    func organising(
        of user: String, cid: String, using chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        let other = chance.pick(users) ?? user
        guard let number = chance.pick(teamView.places.gatherings), chance.percent(55) else {
            return .teamDocumentList(.with { $0.username = chance.percent(90) ? other : "" })
        }
        switch chance.below(20) {
        case ..<9: return .gatheringGrant(at: number, to: other, cid, &chance)
        case 9, 10:
            return .gatheringLeave(
                .with {
                    ($0.number, $0.cid) = (number, cid)
                    $0.username = chance.percent(70) ? other : ""
                })
        case 11:
            return .gatheringUpdate(.with { ($0.number, $0.text, $0.cid) = (number, cid, cid) })
        case ..<16:
            let isOpen = chance.percent(75)
            return .teamProfileSet(.with { ($0.openToCompanies, $0.cid) = (isOpen, cid) })
        default: return .gatheringPeople(.with { $0.number = number })
        }
    }

    /// An upload or a deletion of a document, mostly of the user's own profile.
    func filing(of user: String, by token: String, using chance: inout Chance) -> Filing {
        let whose = chance.percent(95) ? user : chance.pick(users) ?? user
        let texts = [
            "%PDF-1.7\n%\(user)\n%%EOF\n", "%PDF-2.0\n%%EOF\n", "I am \(user)\n", "Hello\n",
        ]
        let text = chance.percent(75) ? chance.pick(texts) : nil
        return Filing(
            user: user, token: token, number: teamView.number(of: whose) ?? 1,
            kind: chance.percent(60) ? .resume : .transcript, content: text.map { Array($0.utf8) })
    }
}

extension ClientMessage.OneOf_Command {
    fileprivate static func gatheringGrant(
        at number: UInt32, to user: String, _ cid: String, _ chance: inout Chance
    ) -> Self {
        let roles: [GatheringRole] = [.company, .company, .coordinator, .attendee, .planner]
        let role = chance.pick(roles) ?? .attendee
        // Now and then a faulty client: a company role without a company name, or a name without
        // the role.
        let isNamed = (role == .company) != chance.percent(3)
        let company = chance.percent(50) ? cid : "Harbour Works"
        return .gatheringGrant(
            .with {
                ($0.number, $0.username, $0.role, $0.cid) = (number, user, role, cid)
                $0.company = isNamed ? company : ""
            })
    }
}

extension Rules {
    /// A deed of a user at a gathering.
    ///
    /// - Parameter now: what the daemon's clock shows.
    func swiping(
        of user: String, cid: String, at now: Moment, using chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        let (gatherings, projects) = teamView.places
        guard let gathering = chance.pick(gatherings) else { return .gatheringCreate(cid, at: now) }
        let number = chance.percent(95) ? chance.pick(projects) : UInt32(chance.number(1...9))
        switch chance.below(20) {
        case 0 where gatherings.count < 2: return .gatheringCreate(cid, at: now)
        case 0, 1: return .gatheringRead(.with { $0.number = gathering })
        case 2, 3: return .gatheringJoin(.with { ($0.number, $0.cid) = (gathering, cid) })
        case 4 where projects.count < 4: return .projectCreate(at: gathering, cid, &chance)
        case 4, 5: return .deckRead(.with { $0.gathering = gathering })
        case 6: return .swipeList(SwipeList())
        default: break
        }
        guard let number else { return .projectCreate(at: gathering, cid, &chance) }
        switch chance.below(20) {
        case 0: return .projectRead(.with { $0.number = number })
        case 1, 2: return .projectLeave(.with { ($0.number, $0.cid) = (number, cid) })
        default: break
        }
        let isForProject = teamView.swipes(user, for: number) || chance.percent(5)
        return .swipeSet(
            .with {
                $0.project = number
                $0.username = isForProject ? chance.pick(users) ?? "" : ""
                $0.approve = chance.percent(85)
            })
    }
}

extension ClientMessage.OneOf_Command {
    fileprivate static func gatheringCreate(_ cid: String, at now: Moment) -> Self {
        .gatheringCreate(
            .with {
                ($0.title, $0.cid) = (cid, cid)
                $0.starts = now.timestamp
                $0.ends = now.advanced(by: .seconds(20 * 86_400)).timestamp
            })
    }

    fileprivate static func projectCreate(
        at gathering: UInt32, _ cid: String, _ chance: inout Chance
    ) -> Self {
        .projectCreate(
            .with {
                ($0.gathering, $0.title, $0.cid) = (gathering, cid, cid)
                $0.capacity = UInt32(chance.number(1...3))
            })
    }
}

extension Rules {
    /// A deed of a user who seeks language partners.
    ///
    /// - Parameter now: what the daemon's clock shows.
    func meeting(
        of user: String, cid: String, at now: Moment, using chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        guard isSpeaker(user) || chance.percent(5) else { return .speakerSet(cid, &chance) }
        let own = partnerships(of: user, at: now)
        let number = UInt32(chance.number(1...4))
        let partnership = chance.percent(95) ? chance.pick(own) : .with { $0.number = number }
        switch chance.below(20) {
        case 0: return .speakerSet(cid, &chance)
        case 1: return .speakerFind(SpeakerFind())
        case 2: return .partnerList(PartnerList())
        case 3, 4: return .partnerMatch(.with { $0.cid = cid })
        case 5: return .partnerMatch(.with { ($0.username, $0.cid) = (other(&chance), cid) })
        case 6 where chance.percent(40): return .speakerDelete(.with { $0.cid = cid })
        default: break
        }
        guard let partnership else { return .partnerMatch(.with { $0.cid = cid }) }
        // An acceptance of one's own proposal is refused; that is tried, too, but not too often.
        let isAsked = partnership.isWaiting(for: user)
        switch chance.below(20) {
        case ..<(isAsked ? 4 : 12): return .meetupOffer(of: partnership, cid, at: now, &chance)
        case ..<16: return .meetupAccept(of: partnership, cid, &chance)
        case ..<18: return .meetupClear(of: partnership, cid, &chance)
        case 18: return .partnerRead(.with { $0.number = partnership.number })
        default: return .partnerEnd(.with { ($0.number, $0.cid) = (partnership.number, cid) })
        }
    }

    private func other(_ chance: inout Chance) -> String { chance.pick(users) ?? "" }
}

extension Partnership {
    /// Whether a user has to answer a proposal.
    fileprivate func isWaiting(for user: String) -> Bool {
        status == (first.username == user ? .proposedBySecond : .proposedByFirst)
    }
}

extension ClientMessage.OneOf_Command {
    fileprivate static func speakerSet(_ cid: String, _ chance: inout Chance) -> Self {
        let (known, learn) = chance.pick([("en", "zh"), ("zh", "en"), ("en", "en")]) ?? ("", "")
        return .speakerSet(
            .with {
                ($0.firstName, $0.lastName, $0.cid) = (cid, "Doe", cid)
                ($0.known, $0.learn) = (known, learn)
                if chance.percent(20) { $0.open = chance.percent(70) }
            })
    }

    /// For soon, so that it passes; or for a moment that has passed.
    fileprivate static func meetupOffer(
        of partnership: Partnership, _ cid: String, at now: Moment, _ chance: inout Chance
    ) -> Self {
        let ahead = chance.milliseconds(chance.percent(90) ? 2000...90_000 : 0...500)
        let at = now.advanced(by: chance.percent(95) ? ahead : .zero - ahead)
        return .meetupOffer(
            .with {
                ($0.number, $0.at, $0.cid) = (partnership.number, at.timestamp, cid)
                $0.place = chance.pick(["park", "café", "station"]) ?? ""
                if chance.percent(50) { $0.version = partnership.version }
            })
    }

    /// What is proposed now, mostly; or another time.
    fileprivate static func meetupAccept(
        of partnership: Partnership, _ cid: String, _ chance: inout Chance
    ) -> Self {
        .meetupAccept(
            .with {
                ($0.number, $0.cid) = (partnership.number, cid)
                if partnership.hasAt { $0.at = partnership.at }
                if chance.percent(5) { $0.at.seconds += 1 }
                $0.place = partnership.place.isEmpty ? "park" : partnership.place
            })
    }

    fileprivate static func meetupClear(
        of partnership: Partnership, _ cid: String, _ chance: inout Chance
    ) -> Self {
        .meetupClear(
            .with {
                ($0.number, $0.cid) = (partnership.number, cid)
                if chance.percent(50) { $0.version = partnership.version }
            })
    }
}

extension Rules {
    private static let games: [WordGame] = [.chooseDefinition, .chooseWord, .fillGap]
    /// Where a day is about to begin, or has just begun, when the daemon's clock shows noon in UTC.
    private static let zones: [Int32] = [0, 0, 0, 718, 719, 719, 720, -720]

    /// A deed of a user who plays word games.
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
