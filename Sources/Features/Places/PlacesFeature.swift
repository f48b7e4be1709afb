public import Activities
public import Friends
public import Kernel
import Wire

/// Check-ins: where somebody is, for friends to see on a map (U3-U9, U16, U17).
///
/// A position is told to friends of the moment for whom it is meant, and to nobody else. It rests
/// in the tables of check-ins alone: no event, no notification and no log has one.
public struct PlacesFeature: Sendable {
    /// The map, while a connection shows it.
    static let topic = Topic("places")
    /// What check-ins are called where audiences are chosen.
    public static let audience = PlaceSchema.audience

    private let checkins: CheckinCommands
    private let places = PlaceCommands()

    /// - Parameters:
    ///   - catalogue: the activities of this server.
    ///   - activities: turns an activity on.
    ///   - settings: what an operator has set.
    public init(
        catalogue: ActivityCatalogue, activities: ActivitiesFeature, settings: SettingValues
    ) {
        checkins = CheckinCommands(
            catalogue: catalogue, activities: activities, terms: PlaceTerms(settings))
    }

    /// A friendship began or ended.
    public static var friendshipChanged: Friendships.Observer { PlaceNews.friendshipChanged }
    /// An audience has changed.
    public static var audienceChanged: ActivitiesFeature.AudienceObserver {
        PlaceNews.audienceChanged
    }

    /// Names on the wire -> functions.
    public func install(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        catalog.migrate([PlaceSchema.migration])
        catalog.audit(PlaceSchema.audits)
        catalog.tally("checkins", "SELECT count(*) FROM checkin")
        catalog.writeOnce(
            Command.checkinSet, reply: { .checkin($0) }, rate: .checkins, again: checkins.again,
            checkins.set)
        catalog.writeOnce(
            Command.checkinClear, reply: { .done($0) }, rate: .settings, checkins.clear)
        catalog.read(Command.checkinRead, reply: { .checkinStanding($0) }, checkins.read)
        catalog.read(
            Command.checkinHistory, reply: { .checkinPage($0) },
            next: { body in
                guard case .checkinPage(let page) = body, !page.next.isEmpty else { return nil }
                return RouteAnswer.query("before", page.next)
            }, checkins.history)
        catalog.read(
            Command.checkinPicture, reply: { .pictureFile($0) }, PlacePicture.read)
        catalog.read(
            Command.placeList, reply: { .places($0) },
            next: { body in
                guard case .places(let page) = body, !page.next.isEmpty else { return nil }
                return RouteAnswer.query("after", page.next)
            }, places.list)
        catalog.read(
            Command.placeSpot, reply: { .placeSpot($0) },
            next: { body in
                guard case .placeSpot(let page) = body, !page.next.isEmpty else { return nil }
                return RouteAnswer.query("after", page.next)
            }, places.spot)
        catalog.read(Command.placeFriendList, reply: { .placeFriends($0) }, places.friends)
        catalog.topic(Self.topic, Command.placeOpen) { command throws(Refusal) in
            guard command.hasOn else {
                throw Refusal(.invalidField, field: "on", "expected true or false")
            }
            return command.on
        }
        catalog.backlog("place.expire", every: .seconds(1), CheckinRecords.expire)
        catalog.backlog("checkin.forget", every: .seconds(10), CheckinRecords.forget)
        serve(in: &catalog)
        catalog.onDeparture(CheckinRecords.end)
        catalog.onErase(CheckinRecords.erase)
        CheckinRecords.disclose(in: &catalog)
    }

    /// The map over HTTP, beside commands by their names.
    private func serve(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        catalog.route(.get, "/places/", Command.placeList)
        catalog.route(.get, "/places/spot", Command.placeSpot)
        catalog.route(.get, "/places/friends", Command.placeFriendList)
        catalog.route(.get, "/places/checkin", Command.checkinRead)
        catalog.route(.put, "/places/checkin", Command.checkinSet)
        catalog.route(.delete, "/places/checkin", Command.checkinClear)
        catalog.route(.get, "/places/checkins", Command.checkinHistory)
        catalog.route(
            .put, PlacePicture.uploadPath,
            RouteChange(
                "photo", of: "pictures", rate: .photos,
                bodyBytesMax: PlacePicture.fileBytesMax, shows: Self.uploaded, PlacePicture.put))
        catalog.route(
            .get, PlacePicture.folder + "{name}", Command.checkinPicture, shows: Self.file)
        catalog.route(
            PlacePicture.defaultFolder + "{name}",
            RouteFile("picture") { .here($0 == PlacePicture.defaultName ? PlacePicture.pin : nil) })
    }

    private static let file: RouteAnswer.Maker = { body in
        guard case .pictureFile(let file) = body else { return RouteAnswer.asMessage(body) }
        return .file([UInt8](file.bytes), contentType: file.contentType)
    }

    /// Of a picture, what is wrong is the kind that is not taken.
    private static let uploaded: RouteAnswer.Maker = { body in
        switch body {
        case .pictureUploaded(let uploaded):
            .json("{\"picture\":\"\(uploaded.picture)\",\"path\":\"\(uploaded.path)\"}\n")
        case .error(let error) where error.code == .invalidField:
            .message(body, status: .unsupportedMediaType)
        default: RouteAnswer.asMessage(body)
        }
    }
}
