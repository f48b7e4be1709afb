import Kernel
import Promises
import SwiftProtobuf
import Wire

extension Rules {
    private typealias Make = (String, String, String, inout Chance) -> ClientMessage.OneOf_Command

    /// A random command of a user: mostly sensible, now and then not.
    ///
    /// - Parameter now: what the daemon's clock shows.
    func whim(
        of user: String, cid: String, at now: Moment, using chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        let other = chance.pick(users) ?? user
        let friend = chance.percent(85) ? chance.pick(friends(of: user)) ?? other : other
        // Users who match are few: they plan more often.
        let mayPlan = !matched(by: user).isEmpty || !planList(of: user).plans.isEmpty
        if mayPlan, chance.percent(25) {
            return planning(of: user, friend, cid, at: now, using: &chance)
        }
        switch chance.below(100) {
        case ..<12: return gathering(of: user, friend, cid, using: &chance)
        case ..<19: return saying(to: friend, rooms[Pair(user, friend)] ?? [], cid, &chance)
        case ..<25: return change(of: user, friend, cid, &chance)
        case ..<29: return discretion(of: user, other, friend, cid, &chance)
        case ..<44: return .activitySet(cid, &chance, lifetimes.keys.sorted(), at: now)
        case ..<48: return .audienceSelect(with: friend, cid, &chance, lifetimes.keys.sorted())
        case 48: return audienceSet(of: user, friend, cid, &chance)
        case ..<66: return courtship(of: user, other, cid, &chance)
        case ..<69: return .friendRemove(friend, cid)
        case ..<73: return .roomMark(with: friend, cid, &chance)
        case ..<77: return .roomType(to: friend, &chance)
        case ..<79: return planning(of: user, friend, cid, at: now, using: &chance)
        default: return look(of: user, other, friend, &chance)
        }
    }

    /// A random command about friend requests.
    private func courtship(
        of user: String, _ other: String, _ cid: String, _ chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        let asking = users.filter { isAsking($0, user) }
        let asked = users.filter { requests[Way(from: user, to: $0)] != nil }
        switch chance.below(10) {
        case ..<4: return .friendRequest(other, cid, "hi \(cid)")
        case ..<8: return .friendAccept(chance.pick(asking) ?? other, cid)
        case 8: return .friendDecline(chance.pick(asking) ?? other, cid)
        default: return .friendWithdraw(chance.pick(asked) ?? other, cid)
        }
    }

    /// A random command about what others may do or see.
    private func discretion(
        of user: String, _ other: String, _ friend: String, _ cid: String, _ chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        switch chance.below(7) {
        case 5, 6: return .roomExpire(with: friend, cid, &chance)
        case 0: return .userBlock(other, cid)
        case 1: return .userUnblock(chance.pick(blocked(by: user)) ?? other, cid)
        case 2: return .roomMute(with: friend, cid, &chance)
        default: return .privacySet(cid, &chance)
        }
    }

    /// Says of that friend and perhaps of others whether something is meant for them.
    private func audienceSet(
        of user: String, _ friend: String, _ cid: String, _ chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        var command = AudienceSet()
        command.activity = chance.pick(lifetimes.keys.sorted()) ?? ""
        let more = friends(of: user).filter { $0 != friend && chance.percent(30) }
        for name in [friend] + more {
            if chance.percent(70) { command.add.append(name) } else { command.drop.append(name) }
        }
        if chance.percent(60) { command.others = chance.percent(50) }
        command.cid = cid
        return .audienceSet(command)
    }

    private func look(
        of user: String, _ other: String, _ friend: String, _ chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        let activity = chance.pick(lifetimes.keys.sorted()) ?? ""
        switch chance.below(12) {
        case 10: return .roomPins(.with { $0.with = friend })
        case 11: return search(of: user, &chance)
        case 8: return .blockList(BlockList())
        case 9: return .privacyRead(PrivacyRead())
        case 0: return .userLookup(other)
        case 1: return .friendList(FriendList())
        case 2: return .mailboxList(MailboxList())
        case 3: return .roomList(RoomList())
        case 4: return .reading(with: friend, rooms[Pair(user, friend)]?.last?.seq ?? 0, &chance)
        case 5: return .activityList(ActivityList())
        case 6: return .audienceList(of: activity)
        default: return .matchList(MatchList())
        }
    }
}

extension Rules {
    /// Looks for the word with which a message begins.
    private func search(of user: String, _ chance: inout Chance) -> ClientMessage.OneOf_Command {
        let all = users.flatMap { rooms[Pair(user, $0)] ?? [] }
        let word = chance.pick(all)?.text.split(separator: " ").first.map(String.init)
        return .roomSearch(.with { ($0.text, $0.limit) = (word ?? "c1", 50) })
    }
}

extension ClientMessage.OneOf_Command {
    static func roomExpire(with friend: String, _ cid: String, _ chance: inout Chance) -> Self {
        let minutes = chance.pick([0, 1, 1, 2] as [UInt32]) ?? 1
        return .roomExpire(.with { ($0.with, $0.minutes, $0.cid) = (friend, minutes, cid) })
    }

    static func roomMark(with friend: String, _ cid: String, _ chance: inout Chance) -> Self {
        var command = RoomMark()
        command.with = friend
        command.seq = UInt32(chance.number(0...20))
        command.cid = cid
        return .roomMark(command)
    }

    static func roomType(to friend: String, _ chance: inout Chance) -> Self {
        var command = RoomType()
        command.with = friend
        command.on = chance.percent(75)
        return .roomType(command)
    }

    static func roomHistory(with friend: String, _ chance: inout Chance) -> Self {
        var command = RoomHistory()
        command.with = friend
        command.before = UInt32(chance.percent(50) ? 0 : chance.number(1...30))
        command.limit = UInt32(chance.number(1...30))
        return .roomHistory(command)
    }

    static func activitySet(
        _ cid: String, _ chance: inout Chance, _ names: [String], at now: Moment
    ) -> Self {
        var command = ActivitySet()
        // Many are up for the same, so that they match.
        command.activity = chance.pick(chance.percent(60) ? Array(names.prefix(2)) : names) ?? ""
        command.on = chance.percent(75)
        command.cid = cid
        if chance.percent(30) { command.details = details(at: now, &chance) }
        return .activitySet(command)
    }

    private static func details(at now: Moment, _ chance: inout Chance) -> ActivityDetails {
        func later() -> Google_Protobuf_Timestamp {
            now.advanced(by: .seconds(chance.number(-60...5_400))).timestamp
        }
        var details = ActivityDetails()
        if chance.percent(30) { details.from = later() }
        if chance.percent(30) { details.until = later() }
        if chance.percent(60) { details.note = "note \(chance.number(1...3))" }
        if chance.percent(20) { details.place = "by the river" }
        if chance.percent(20) {
            (details.point.lat, details.point.lon) = (48.2, Double(chance.number(-180...180)))
        }
        if chance.percent(20) { details.roomFor = UInt32(chance.number(1...3)) }
        return details
    }

    static func audienceSelect(
        with friend: String, _ cid: String, _ chance: inout Chance, _ names: [String]
    ) -> Self {
        var command = AudienceSelect()
        command.activity = chance.pick(names) ?? ""
        command.friend = friend
        command.selected = chance.percent(50)
        command.cid = cid
        return .audienceSelect(command)
    }

    static func audienceList(of activity: String) -> Self {
        var command = AudienceList()
        command.activity = activity
        return .audienceList(command)
    }

    static func userLookup(_ name: String) -> Self {
        var command = UserLookup()
        command.username = name
        return .userLookup(command)
    }

    static func friendRequest(_ name: String, _ cid: String, _ message: String) -> Self {
        var command = FriendRequest()
        command.to = name
        command.message = message
        command.cid = cid
        return .friendRequest(command)
    }

    static func friendAccept(_ name: String, _ cid: String) -> Self {
        var command = FriendAccept()
        command.from = name
        command.cid = cid
        return .friendAccept(command)
    }

    static func friendDecline(_ name: String, _ cid: String) -> Self {
        var command = FriendDecline()
        command.from = name
        command.cid = cid
        return .friendDecline(command)
    }

    static func friendWithdraw(_ name: String, _ cid: String) -> Self {
        var command = FriendWithdraw()
        command.to = name
        command.cid = cid
        return .friendWithdraw(command)
    }

    static func friendRemove(_ name: String, _ cid: String) -> Self {
        var command = FriendRemove()
        command.friend = name
        command.cid = cid
        return .friendRemove(command)
    }

    static func userBlock(_ name: String, _ cid: String) -> Self {
        var command = UserBlock()
        command.user = name
        command.cid = cid
        return .userBlock(command)
    }

    static func userUnblock(_ name: String, _ cid: String) -> Self {
        var command = UserUnblock()
        command.user = name
        command.cid = cid
        return .userUnblock(command)
    }

    static func roomMute(with friend: String, _ cid: String, _ chance: inout Chance) -> Self {
        var command = RoomMute()
        command.with = friend
        command.muted = chance.percent(60)
        command.cid = cid
        return .roomMute(command)
    }

    static func privacySet(_ cid: String, _ chance: inout Chance) -> Self {
        var command = PrivacySet()
        if chance.percent(50) { command.receipts = chance.percent(50) }
        if chance.percent(40) { command.invisible = chance.percent(50) }
        if chance.percent(60) { command.typing = chance.percent(50) }
        if chance.percent(20) { command.circle = chance.percent(50) }
        if chance.percent(20) { command.invitations = chance.percent(50) }
        command.cid = cid
        return .privacySet(command)
    }
}

extension Rules {
    /// A deed of a user with the map.
    func roaming(
        of user: String, cid: String, at now: Moment, using chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        switch chance.below(20) {
        case ..<6: return .checkinSet(cid, &chance, lifetimes.keys.sorted())
        case 6, 7: return .checkinClear(.with { ($0.history, $0.cid) = (chance.percent(30), cid) })
        case ..<12: return .placeList(within: chance.percent(50))
        case 12: return .checkinHistory(CheckinHistory())
        case 13: return .placeFriendList(PlaceFriendList())
        case ..<17: return .placeOpen(.with { $0.on = chance.percent(85) })
        case 17, 18:
            let friend = chance.pick(friends(of: user)) ?? chance.pick(users) ?? ""
            return .audienceSelect(
                .with {
                    ($0.activity, $0.friend, $0.cid) = (Markers.audience, friend, cid)
                    $0.selected = chance.percent(50)
                })
        default: return change(of: user, cid, &chance)
        }
    }

    /// Adds and drops several at once.
    private func change(
        of user: String, _ cid: String, _ chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        var command = FriendsChange()
        command.cid = cid
        for name in users where chance.percent(30) {
            if chance.percent(80) { command.add.append(name) } else { command.drop.append(name) }
        }
        if command.add.isEmpty, command.drop.isEmpty { command.add = ["nobody"] }
        return .friendsChange(command)
    }
}

extension ClientMessage.OneOf_Command {
    /// Now and then beyond the earth, and for as short a time as there may be.
    fileprivate static func checkinSet(
        _ cid: String, _ chance: inout Chance, _ activities: [String]
    ) -> Self {
        .checkinSet(
            .with {
                $0.lat = Double(chance.number(chance.percent(95) ? 50...54 : 50...120))
                ($0.lon, $0.text, $0.cid) = (Double(chance.number(-180...180)), cid, cid)
                if chance.percent(50) { $0.minutes = UInt32(chance.number(1...2)) }
                if chance.percent(30) {
                    $0.activity = chance.pick(activities) ?? ""
                    $0.turnOn = true
                }
            })
    }

    fileprivate static func placeList(within hasBox: Bool) -> Self {
        .placeList(
            .with {
                guard hasBox else { return }
                ($0.south, $0.west, $0.north, $0.east) = (51, -180, 53, 180)
            })
    }
}

extension Rules {
    /// Something about a group: one's own, mostly.
    func gathering(
        of user: String, _ friend: String, _ cid: String, using chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        if let room = chance.pick(invited(user)), chance.percent(80) {
            return chance.percent(80)
                ? .groupJoin(.with { ($0.room, $0.cid) = (room, cid) })
                : .groupLeave(.with { ($0.room, $0.cid) = (room, cid) })
        }
        let all = companies.keys.sorted()
        guard let room = chance.pick(chance.percent(90) ? groups(of: user) : all),
            chance.percent(90)
        else {
            let members =
                chance.percent(90) ? friends(of: user).filter { _ in chance.percent(60) } : [friend]
            return .groupCreate(.with { ($0.name, $0.members, $0.cid) = (cid, members, cid) })
        }
        let member = chance.pick(companies[room]?.members ?? []) ?? friend
        switch chance.below(26) {
        case ..<8: return saying(to: room, companies[room]?.messages ?? [], cid, &chance)
        case ..<11: return .roomMark(with: room, cid, &chance)
        case ..<13: return .reading(with: room, companies[room]?.newest ?? 0, &chance)
        case 13: return .roomPins(.with { $0.with = room })
        case 14, 15: return .groupLeave(.with { ($0.room, $0.cid) = (room, cid) })
        case 16:
            return .groupRemove(.with { ($0.room, $0.member, $0.cid) = (room, member, cid) })
        case ..<21: return change(inGroup: room, of: user, cid, &chance)
        case 21, 22: return .roomType(to: room, &chance)
        default: return .groupAdd(.with { ($0.room, $0.members, $0.cid) = (room, [friend], cid) })
        }
    }
}
