import Client
import Promises
import SwiftProtobuf
import Wire

extension Player {
    /// How long to wait for leave to do something again.
    private static let patienceSeconds: Int64 = 20

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

    /// Ends the friendship with the fickle friend, blocks them, or asks for friendship again; two
    /// who ask become friends.
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

    /// Asks for friendship; if the other has asked, it is there.
    @discardableResult
    func befriend(_ friend: Int) async -> Bool {
        var request = FriendRequest()
        request.to = setting.roster.name(friend)
        return await say(.friendRequest(request))
    }

    /// Says something; what comes of it is for the witness.
    ///
    /// What comes too often is said again when it is allowed, if that is soon.
    ///
    /// - Returns: whether it was acknowledged.
    @discardableResult
    func say(_ command: ClientMessage.OneOf_Command) async -> Bool {
        await ask(command) != nil
    }

    /// The same.
    ///
    /// - Returns: the answer; nil: there was none, or it was refused.
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
