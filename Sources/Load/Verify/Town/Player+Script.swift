import Client
import Wire

extension Player {
    /// What everybody toggles: few, so that friends meet.
    private static let activities = ["gym", "coffee", "eat", Neighbourhood.secretActivity]

    /// Lives: writes, toggles, falls out with somebody, repeats itself; until told to stop.
    ///
    /// - Parameter pauseMilliseconds: about how long between two doings.
    func live(_ dice: Dice, pauseMilliseconds: Int) async {
        var dice = dice
        while talks {
            await act(&dice)
            await MonotonicClock.pass(dice.roll(pauseMilliseconds / 4...pauseMilliseconds * 7 / 4))
        }
    }

    private func act(_ dice: inout Dice) async {
        let friends = setting.neighbourhood.friends(of: person)
        switch dice.roll(1...100) {
        case ...55:
            guard let friend = friends.first else { return }
            await write(dice.roll(1...4), to: friend)
        case ...72:
            if let friend = setting.neighbourhood.fickleFriend(of: person) {
                await write(dice.roll(1...3), to: friend)
            }
        case ...74: await write(1, to: person ^ 3)
        case ...80: await repeatMessage(isAltered: dice.happens(percent: 30), &dice)
        case ...90:
            let activity = Self.activities[dice.roll(0...Self.activities.count - 1)]
            _ = await set(activity, on: dice.happens(percent: 60))
        case ...96: await quarrel(&dice)
        default:
            guard let friend = friends.first else { return }
            var mark = RoomMark()
            mark.with = setting.roster.name(friend)
            mark.seq = .max
            await say(.roomMark(mark))
        }
    }

    /// Sends messages to somebody, all at once, and waits for their answers.
    func write(_ count: Int, characters: Int? = nil, to friend: Int) async {
        await withDiscardingTaskGroup { group in
            for _ in 0..<count {
                let number = makeNumber()
                group.addTask { await self.say(self.message(number, characters, to: friend)) }
            }
        }
    }

    /// Says something again that was said before, as it was or with another text.
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

    /// Ends the friendship with the fickle friend, or asks for it; two who ask become friends.
    private func quarrel(_ dice: inout Dice) async {
        guard let friend = setting.neighbourhood.fickleFriend(of: person) else { return }
        if dice.happens(percent: 35) {
            var remove = FriendRemove()
            remove.friend = setting.roster.name(friend)
            await say(.friendRemove(remove))
        } else {
            await befriend(friend)
        }
    }

    /// Asks for friendship; if the other has asked, it is there.
    @discardableResult
    func befriend(_ friend: Int) async -> Bool {
        var request = FriendRequest()
        request.to = setting.roster.name(friend)
        return await say(.friendRequest(request))
    }

    /// Says something; what comes of it is for the witness.
    ///
    /// - Returns: whether it was acknowledged.
    @discardableResult
    func say(_ command: ClientMessage.OneOf_Command) async -> Bool {
        (try? await client.call(command)) != nil
    }
}
