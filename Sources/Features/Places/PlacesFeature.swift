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

    /// A user has turned an activity on or off.
    public static var toggled: ActivitiesFeature.ToggleObserver { PlaceNews.toggled }

    /// Names on the wire -> functions.
    public func install(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        catalog.migrate(PlaceSchema.migrations)
        catalog.audit(PlaceSchema.audits)
        catalog.tally("checkins", "SELECT count(*) FROM checkin")
        catalog.writeOnce(
            Command.checkinSet, reply: { .checkin($0) }, rate: .checkins, again: checkins.again,
            checkins.set)
        catalog.writeOnce(
            Command.checkinClear, reply: { .done($0) }, rate: .settings,
            takesBack: { _ in .yes }, checkins.clear)
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
}
