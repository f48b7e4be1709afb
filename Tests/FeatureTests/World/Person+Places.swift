import Files
import Kernel
import SwiftProtobuf
import Testing
import Wire

@testable import Places

/// A place that is not far from others.
let berlin = (lat: 52.5200066, lon: 13.404954)

extension CheckinSet {
    static func at(
        _ place: (lat: Double, lon: Double) = berlin, _ text: String = "", cid: String = "",
        _ change: (inout CheckinSet) -> Void = { _ in }
    ) -> Self {
        .with {
            ($0.lat, $0.lon, $0.text, $0.cid) = (place.lat, place.lon, text, cid)
            change(&$0)
        }
    }
}

extension PlaceList {
    static func box(
        _ south: Double, _ west: Double, _ north: Double, _ east: Double, zoom: UInt32? = nil,
        after: String = ""
    ) -> Self {
        .with {
            ($0.south, $0.west, $0.north, $0.east) = (south, west, north, east)
            $0.after = after
            if let zoom { $0.zoom = zoom }
        }
    }
}

extension Person {
    @discardableResult
    func checkIn(
        at place: (lat: Double, lon: Double) = berlin, _ text: String = "", cid: String = "",
        _ change: (inout CheckinSet) -> Void = { _ in }
    ) throws -> Checkin {
        try ask(.checkinSet(.at(place, text, cid: cid, change))) { answer in
            guard case .checkin(let checkin) = answer else { return nil }
            return checkin
        }
    }

    func clearCheckin(_ id: String = "", history: Bool = false) throws {
        try call(.checkinClear(.with { ($0.checkin, $0.history) = (id, history) }))
    }

    func places(_ command: PlaceList = PlaceList()) throws -> Places {
        try ask(.placeList(command)) { answer in
            guard case .places(let places) = answer else { return nil }
            return places
        }
    }

    /// The usernames of the markers that this person sees.
    func seen(_ command: PlaceList = PlaceList()) throws -> [String] {
        try places(command).markers.map(\.user.username)
    }

    func spot(_ cell: String, after: String = "") throws -> PlaceSpotPage {
        try ask(.placeSpot(.with { ($0.cell, $0.after) = (cell, after) })) { answer in
            guard case .placeSpot(let page) = answer else { return nil }
            return page
        }
    }

    func placeFriends() throws -> [PlaceFriend] {
        try ask(.placeFriendList(PlaceFriendList())) { answer in
            guard case .placeFriends(let list) = answer else { return nil }
            return list.friends
        }
    }

    func checkins(before: String = "", limit: UInt32? = nil) throws -> CheckinPage {
        let command = CheckinHistory.with {
            $0.before = before
            if let limit { $0.limit = limit }
        }
        return try ask(.checkinHistory(command)) { answer in
            guard case .checkinPage(let page) = answer else { return nil }
            return page
        }
    }

    func checkinStanding() throws -> CheckinStanding {
        try ask(.checkinRead(CheckinRead())) { answer in
            guard case .checkinStanding(let standing) = answer else { return nil }
            return standing
        }
    }

    /// What this person receives while the map is open: "ana" came, "-ana" went.
    var placeNews: [String] {
        hints.compactMap { hint in
            guard case .placeChanged(let change) = hint else { return nil }
            return switch change.change {
            case .set(let marker): marker.user.username
            case .gone(let name): "-\(name)"
            case nil: nil
            }
        }
    }

    /// Puts a picture for the next check-in.
    func upload(_ file: [UInt8], cid: String = "") throws -> PictureUploaded {
        world.entropy.speaks(name)
        let put = try PlacePicture.put(
            file, in: StoredFiles(world.files), by: world.caller(of: name), cid: cid)
        let completion = try world.does(put)
        guard case .pictureUploaded(let uploaded) = try completion.result.get() else {
            throw NotThatKind(what: "an upload")
        }
        return uploaded
    }

    func picture(_ name: String) throws -> PictureFile {
        try ask(.checkinPicture(.with { $0.name = name })) { answer in
            guard case .pictureFile(let file) = answer else { return nil }
            return file
        }
    }

    func people(
        _ prefix: String = "", after: String = "", limit: UInt32? = nil
    ) throws -> People {
        let command = PersonList.with {
            ($0.prefix, $0.after) = (prefix, after)
            if let limit { $0.limit = limit }
        }
        return try people(by: .personList(command))
    }

    /// The usernames of the people on a list who have an account.
    func find(_ people: [String]) throws -> [String] {
        try self.people(by: .friendImport(.with { $0.people = people })).people
            .map(\.user.username)
    }

    /// The outcome for each name: "ben friend".
    @discardableResult
    func change(
        add: [String] = [], drop: [String] = [], cid: String = ""
    ) throws -> [String] {
        let command = FriendsChange.with { ($0.add, $0.drop, $0.cid) = (add, drop, cid) }
        return try ask(.friendsChange(command)) { answer in
            guard case .friendsChanged(let changed) = answer else { return nil }
            return changed.changes.map { change in
                let error = change.error == .errorUnspecified ? "" : " \(change.error)"
                return "\(change.username) \(change.relation)\(error)"
            }
        }
    }

    private func people(by command: ClientMessage.OneOf_Command) throws -> People {
        try ask(command) { answer in
            guard case .people(let people) = answer else { return nil }
            return people
        }
    }
}

extension World {
    /// A change that is none of the commands.
    fileprivate func does(_ change: @escaping WriteJob.Command) throws -> Completion {
        try store.write([WriteJob.command(change, replyTo: .test)])
        let completion = try results.next()
        listen(to: completion)
        return completion
    }
}

extension [ClientMessage.OneOf_Command] {
    /// One of each command about check-ins, and about several people at once.
    static func places(_ other: String) -> [ClientMessage.OneOf_Command] {
        [
            .checkinSet(.at()), .checkinClear(CheckinClear()), .checkinRead(CheckinRead()),
            .checkinHistory(CheckinHistory()),
            .checkinPicture(.with { $0.name = String(repeating: "0", count: 32) + ".jpg" }),
            .placeList(PlaceList()), .placeSpot(.with { $0.cell = "0/2/1" }),
            .placeOpen(.with { $0.on = true }), .placeFriendList(PlaceFriendList()),
            .personList(PersonList()), .friendsChange(.with { $0.add = [other] }),
            .friendImport(.with { $0.people = [other] }),
        ]
    }
}

extension `A command that is sent again` {
    /// Check-ins, and several friends at once.
    static let placeRows: [Row] = [
        Row(
            testDescription: "checkinSet", command: { cid in .checkinSet(.at(cid: cid)) },
            other: { cid in .checkinSet(.at(berlin, "elsewhere", cid: cid)) }),
        Row(
            testDescription: "checkinClear", before: { try $0.ana.checkIn() },
            command: { cid in .checkinClear(.with { $0.cid = cid }) },
            other: { cid in .checkinClear(.with { ($0.history, $0.cid) = (true, cid) }) }),
        Row(
            testDescription: "friendsChange",
            command: { cid in .friendsChange(.with { ($0.add, $0.cid) = (["cleo"], cid) }) },
            other: { cid in .friendsChange(.with { ($0.drop, $0.cid) = (["ben"], cid) }) }),
    ]
}
