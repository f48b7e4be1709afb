import Client
import Promises
import SwiftProtobuf
import Wire

extension Player {
    /// How long to wait until the rate limit allows a retry.
    private static let patienceSeconds: Int64 = 20

    /// The activities that all people toggle: few, so that friends match.
    private static let activities = ["gym", "coffee", "eat", Neighbourhood.secretActivity]

    /// Acts until stopped: writes, toggles, quarrels with a friend, repeats commands.
    ///
    /// - Parameter pauseMilliseconds: the average pause between two deeds.
    func live(_ dice: Dice, pauseMilliseconds: Int) async {
        var dice = dice
        while talks {
            await act(&dice)
            await MonotonicClock.pass(dice.roll(pauseMilliseconds / 4...pauseMilliseconds * 7 / 4))
        }
    }

    private func act(_ dice: inout Dice) async {
        let friends = setting.neighbourhood.friends(of: person)
        let fickle = setting.neighbourhood.fickleFriend(of: person)
        guard let friend = friends.first else { return }
        switch dice.roll(1...100) {
        case ...18: await write(dice.roll(1...4), to: friend)
        case ...24: await play(&dice)
        case ...32: await mingle(&dice)
        case ...39: await team(&dice)
        case ...42: await roam(&dice)
        case ...50: await meet(&dice)
        case ...66: if let fickle { await write(dice.roll(1...3), to: fickle) }
        case ...68: await write(1, to: person ^ 3)
        case ...74: await repeatMessage(isAltered: dice.happens(percent: 30), &dice)
        case ...82:
            let activity = Self.activities[dice.roll(0...Self.activities.count - 1)]
            _ = await set(activity, on: dice.happens(percent: 60))
        case ...89: await quarrel(&dice)
        case ...94: await mark(upTo: .max, with: [friend, fickle ?? friend][dice.roll(0...1)])
        case ...96:
            let other = [friend, fickle ?? friend][dice.roll(0...1)]
            await mute(dice.happens(percent: 60), with: other)
        default: await type(to: [friend, fickle ?? friend, person ^ 3][dice.roll(0...2)], &dice)
        }
    }

    /// Opens the map, checks in, or goes off the map.
    private func roam(_ dice: inout Dice) async {
        await say(.placeOpen(.with { $0.on = true }))
        switch dice.roll(1...10) {
        case ...6:
            let (lat, lon) = (Double(dice.roll(-90...90)), Double(dice.roll(-180...180)))
            await say(.checkinSet(.with { ($0.lat, $0.lon) = (lat, lon) }))
        case 7: await say(.checkinClear(.with { $0.history = true }))
        default: await say(.placeList(PlaceList()))
        }
    }

    private func mark(upTo seq: UInt32, with friend: Int) async {
        var mark = RoomMark()
        mark.with = setting.roster.name(friend)
        mark.seq = seq
        await say(.roomMark(mark))
    }

    private func mute(_ muted: Bool, with friend: Int) async {
        var mute = RoomMute()
        mute.with = setting.roster.name(friend)
        mute.muted = muted
        await say(.roomMute(mute))
    }

    private func type(to friend: Int, _ dice: inout Dice) async {
        var type = RoomType()
        type.with = setting.roster.name(friend)
        type.on = dice.happens(percent: 70)
        await say(.roomType(type))
    }

    /// Sends messages to a friend, all at once, and waits for the replies.
    func write(_ count: Int, characters: Int? = nil, to friend: Int) async {
        await withDiscardingTaskGroup { group in
            for _ in 0..<count {
                let number = makeNumber()
                group.addTask { await self.say(self.message(number, characters, to: friend)) }
            }
        }
    }

    /// Repeats an earlier message, as it was or with another text.
    private func repeatMessage(isAltered: Bool, _ dice: inout Dice) async {
        let first = device * 10_000_000 + 1
        let newest = newestNumber
        guard newest >= first else { return }
        let number = dice.roll(max(first, newest - 50)...newest)
        let sending = witness.ask { $0.sendings[number] }
        guard let sending, sending.acknowledgedAt != nil else { return }
        await say(message(number, to: sending.to, isAltered: isAltered))
    }

    private func message(
        _ number: Int, _ characters: Int? = nil, to friend: Int, isAltered: Bool = false
    ) -> ClientMessage.OneOf_Command {
        var message = RoomSend()
        message.to = setting.roster.name(friend)
        message.text =
            Saying.text(number, characters: characters ?? setting.characters)
            + (isAltered ? " altered" : "")
        message.cid = Saying.cid(number)
        return .roomSend(message)
    }

    /// Sets an activity; returns whether that was acknowledged.
    func set(_ activity: String, on: Bool) async -> Bool {
        var set = ActivitySet()
        set.activity = activity
        set.on = on
        return await say(.activitySet(set))
    }

    /// Ends the friendship with the fickle friend, blocks them, or sends a friend request again;
    /// two mutual requests make a friendship.
    private func quarrel(_ dice: inout Dice) async {
        guard let friend = setting.neighbourhood.fickleFriend(of: person) else { return }
        switch dice.roll(1...100) {
        case ...20:
            var remove = FriendRemove()
            remove.friend = setting.roster.name(friend)
            await say(.friendRemove(remove))
        case ...35:
            var block = UserBlock()
            block.user = setting.roster.name(friend)
            await say(.userBlock(block))
        case ...65:
            var unblock = UserUnblock()
            unblock.user = setting.roster.name(friend)
            await say(.userUnblock(unblock))
            await befriend(friend)
        default: await befriend(friend)
        }
    }

    /// Sends a friend request; if the other person has sent one, this makes the friendship.
    @discardableResult
    func befriend(_ friend: Int) async -> Bool {
        var request = FriendRequest()
        request.to = setting.roster.name(friend)
        return await say(.friendRequest(request))
    }

    /// Sends a command; the witness records what follows.
    ///
    /// A command beyond the rate limit is repeated when it is allowed, if that is soon.
    ///
    /// - Returns: whether it was acknowledged.
    @discardableResult
    func say(_ command: ClientMessage.OneOf_Command) async -> Bool {
        await ask(command) != nil
    }

    /// Sends a command in the same way.
    ///
    /// - Returns: the reply; nil: there was none, or the command was refused.
    func ask(_ command: ClientMessage.OneOf_Command) async -> ServerMessage.OneOf_Body? {
        while true {
            do throws(ClientError) {
                return try await client.call(command)
            } catch {
                guard case .refused(let refusal) = error, refusal.code == .rateLimited,
                    (0..<Self.patienceSeconds).contains(refusal.retryAfter.seconds)
                else { return nil }
                let milliseconds = Int(refusal.retryAfter.seconds) * 1000
                await MonotonicClock.pass(
                    milliseconds + Int(refusal.retryAfter.nanos) / 1_000_000 + 1)
            }
        }
    }
}

extension Player {
    /// Members of a project: permanent friends, so that strangers stay strangers.
    private static let capacity: UInt32 = 2

    /// Creates the gathering that this person and the permanent friend attend; returns whether it
    /// was created.
    func plan() async -> Bool {
        let now = MonotonicClock.wallMilliseconds()
        let answer = try? await client.call(
            .gatheringCreate(
                .with {
                    ($0.title, $0.cid) = ("gathering", "gathering")
                    $0.starts = Google_Protobuf_Timestamp(unixMilliseconds: now)
                    $0.ends = Google_Protobuf_Timestamp(unixMilliseconds: now + 86_400_000)
                }))
        guard case .gathering(let gathering)? = answer else { return false }
        setting.commons.plan(gathering.number, of: person)
        return true
    }

    /// Attends the gathering; returns whether that was acknowledged.
    func attend() async -> Bool {
        guard let gathering = setting.commons.gathering(of: person) else { return false }
        return await say(
            .gatheringJoin(.with { ($0.number, $0.cid) = (gathering, "attend") }))
    }

    /// Creates a project, swipes, or leaves. Permanent friends swipe one another's projects from
    /// both sides, on all of their devices.
    func team(_ dice: inout Dice) async {
        guard let gathering = setting.commons.gathering(of: person) else { return }
        let cid = "t\(makeNumber())"
        guard case .projects(let own)? = try? await client.call(.projectList(ProjectList()))
        else { return }
        let owned = own.projects.filter { $0.role == .owner }
        switch dice.roll(1...100) {
        case ...15 where owned.count < 3, ...100 where owned.isEmpty:
            await say(
                .projectCreate(
                    .with {
                        ($0.gathering, $0.title, $0.cid) = (gathering, name, cid)
                        $0.capacity = Self.capacity
                    }))
        case ...90:
            let project = owned[dice.roll(0...owned.count - 1)]
            await swipe(project.number, of: setting.roster.name(person ^ 1), &dice)
            guard let number = await friendsProject(at: gathering, &dice) else { return }
            await swipe(number, &dice)
        default:
            guard let joined = own.projects.first(where: { $0.role != .owner }) else { return }
            await say(.projectLeave(.with { ($0.number, $0.cid) = (joined.number, cid) }))
        }
    }

    private func friendsProject(at gathering: UInt32, _ dice: inout Dice) async -> UInt32? {
        let list = ProjectList.with { $0.gathering = gathering }
        guard case .projects(let page)? = try? await client.call(.projectList(list)) else {
            return nil
        }
        let choice = page.projects.filter { $0.title != name }
        return choice.isEmpty ? nil : choice[dice.roll(0...choice.count - 1)].number
    }

    private func swipe(
        _ project: UInt32, of user: String = "", _ dice: inout Dice
    ) async {
        let approves = dice.happens(percent: 85)
        await say(
            .swipeSet(
                .with { ($0.project, $0.username, $0.approve) = (project, user, approves) }))
    }
}

extension Player {
    private static let games: [WordGame] = [.chooseDefinition, .chooseWord, .fillGap]

    /// Plays a round: of a game, of the day or of a duel. Mostly answers it correctly; now and then
    /// twice, from this device or another, or not at all.
    func play(_ dice: inout Dice) async {
        if dice.happens(percent: 40) {
            _ = await set(Self.duelling, on: dice.happens(percent: 85))
        }
        let play = await wish(&dice)
        guard case .wordRound(let round)? = await ask(.wordPlay(play)) else { return }
        // A client that lost the reply repeats the command.
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

    /// Answers a round that is over again, or reads its outcome or that of others.
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
