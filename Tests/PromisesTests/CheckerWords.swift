import Wire

@testable import Promises

// What people of a `CheckerWorld` say and hear, in a word.

extension ClientMessage.OneOf_Command {
    static func block(_ person: Int) -> Self {
        var block = UserBlock()
        block.user = CheckerWorld.roster.name(person)
        return .userBlock(block)
    }

    static func unblock(_ person: Int) -> Self {
        var unblock = UserUnblock()
        unblock.user = CheckerWorld.roster.name(person)
        return .userUnblock(unblock)
    }

    static func mark(_ friend: Int) -> Self {
        var mark = RoomMark()
        mark.with = CheckerWorld.roster.name(friend)
        return .roomMark(mark)
    }

    static func mute(_ friend: Int) -> Self {
        var mute = RoomMute()
        mute.with = CheckerWorld.roster.name(friend)
        mute.muted = true
        return .roomMute(mute)
    }

    static func type(_ friend: Int) -> Self {
        var type = RoomType()
        type.with = CheckerWorld.roster.name(friend)
        type.on = true
        return .roomType(type)
    }
}

extension ServerMessage.OneOf_Body {
    static func presence(of person: Int) -> Self { .presence(Presence(of: person)) }

    static func digest(of people: [Int]) -> Self {
        var digest = PresenceDigest()
        digest.presences = people.map { Presence(of: $0) }
        return .presenceDigest(digest)
    }

    static func typing(_ person: Int, in room: PersonPair) -> Self {
        var typing = RoomTyping()
        typing.room = room.key
        typing.from = CheckerWorld.roster.name(person)
        typing.on = true
        return .roomTyping(typing)
    }

    static func marker(_ person: Int) -> Self {
        var changed = PlaceChanged()
        changed.set.user.username = CheckerWorld.roster.name(person)
        return .placeChanged(changed)
    }

    static func receipt(
        of person: Int, in room: PersonPair = CheckerWorld.room, delivered: UInt32,
        read: UInt32? = nil
    ) -> Self {
        var receipt = RoomReceipt()
        receipt.room = room.key
        receipt.user = CheckerWorld.roster.name(person)
        receipt.delivered = delivered
        if let read { receipt.read = read }
        return .roomReceipt(receipt)
    }
}

extension PersonPair {
    /// The key of their room.
    var key: String {
        "\(CheckerWorld.roster.name(low)):\(CheckerWorld.roster.name(high))"
    }
}

extension UserProfile {
    init(named person: Int) {
        self.init()
        username = CheckerWorld.roster.name(person)
    }
}

extension Friend {
    init(_ person: Int) {
        self.init()
        user = UserProfile(named: person)
    }
}

extension MatchEntry {
    init(_ activity: String, with person: Int) {
        self.init()
        self.activity = activity
        with = UserProfile(named: person)
    }
}

extension SessionSnapshot {
    /// How things stand for 0 in a `CheckerWorld` behind event 5.
    static var due: Self {
        var snapshot = SessionSnapshot()
        snapshot.friends.friends = [Friend(1)]
        var room = RoomSummary()
        room.room = CheckerWorld.room.key
        room.with = CheckerWorld.roster.name(1)
        room.newest.seq = 1
        room.mark.room = room.room
        snapshot.rooms.rooms = [room]
        return snapshot
    }
}

extension Presence {
    fileprivate init(of person: Int) {
        self.init()
        user = CheckerWorld.roster.name(person)
        online = true
    }
}
