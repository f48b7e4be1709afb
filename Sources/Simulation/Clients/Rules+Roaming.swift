import Promises
import SwiftProtobuf
import Wire

extension Rules {
    /// Something that comes to the mind of somebody who is out and about.
    func roaming(
        of user: String, cid: String, using chance: inout Chance
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
