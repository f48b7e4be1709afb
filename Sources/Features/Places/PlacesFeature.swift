public import Activities
public import Files
public import Friends
public import Kernel
import SwiftProtobuf
import Wire

/// Check-ins: places that users show to friends on a map (U3-U9, U16, U17).
///
/// The only recipients of a position are current friends for whom it is meant. It is stored in the
/// tables of check-ins alone: no event, no notification and no log contains one.
public struct PlacesFeature: Sendable {
    /// The map, while a connection shows it.
    static let topic = Topic("places")
    /// The name of the audience of check-ins.
    public static let audience = PlaceSchema.audience

    private let checkins: CheckinCommands
    private let places = PlaceCommands()
    private let files: StoredFiles

    /// - Parameters:
    ///   - catalogue: the activities of this server.
    ///   - activities: turns an activity on.
    ///   - settings: what an operator has set.
    ///   - files: where pictures are stored.
    public init(
        catalogue: ActivityCatalogue, activities: ActivitiesFeature, settings: SettingValues,
        files: StoredFiles
    ) {
        self.files = files
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
        files.move(.checkinPictures, in: &catalog)
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
            Command.checkinPicture, reply: { .pictureFile($0) }
        ) { [files] (command, caller, snapshot) throws(Refusal) in
            try PlacePicture.read(command, in: files, caller, snapshot)
        }
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
        CheckinRecords.disclose(files, in: &catalog)
    }
}

extension Rate {
    /// Check-ins: each is an event to all friends who have the map open.
    public static let checkins = Rate(
        "checkins", of: .user, 10, each: .minute, unit: "check-ins",
        "Check-ins of a user.")

    /// Photos of check-ins: they keep a worker busy.
    public static let photos = Rate(
        "photos", of: .user, 50, each: .day, unit: "photos",
        "Photos for check-ins that a user uploads.")
}

extension PlacesFeature: Feature {
    /// What it is called in the settings.
    public static let name = "places"
    /// Check-ins and their photos.
    public static let rates: [Rate] = [.checkins, .photos]
    /// How users may check in.
    public static let settings = [
        PlaceTerms.minutesSetting, PlaceTerms.minutesMaxSetting, PlaceTerms.historySetting,
        PlaceTerms.stickerSetting,
    ]
    /// An operator may turn the map off.
    public static let isOptional = true
}

/// The map over HTTP, below /places/: documents that are the commands' messages themselves.
extension PlacesFeature {
    private typealias Command = ClientMessage.OneOf_Command

    func serve(in catalog: inout Catalog) {
        read("/", Command.placeList, "Places", in: &catalog) { body in
            guard case .places(let places) = body else { return nil }
            return (places, next("after", places.next))
        }
        read("/spot", Command.placeSpot, "PlaceSpotPage", in: &catalog) { body in
            guard case .placeSpot(let page) = body else { return nil }
            return (page, next("after", page.next))
        }
        read("/friends", Command.placeFriendList, "PlaceFriends", in: &catalog) { body in
            guard case .placeFriends(let list) = body else { return nil }
            return (list, nil)
        }
        read("/checkin", Command.checkinRead, "CheckinStanding", in: &catalog) { body in
            guard case .checkinStanding(let standing) = body else { return nil }
            return (standing, nil)
        }
        read("/checkins", Command.checkinHistory, "CheckinPage", in: &catalog) { body in
            guard case .checkinPage(let page) = body else { return nil }
            return (page, next("before", page.next))
        }
        catalog.route(
            of: Self.name, .put, "/checkin", to: [Command.checkinSet(CheckinSet())],
            answer: .document("Checkin"),
            shows: { body in
                guard case .checkin(let checkin) = body else { return RouteAnswer.asMessage(body) }
                return document(checkin)
            }
        ) { (command: CheckinSet) in .checkinSet(command) }
        catalog.route(
            of: Self.name, .delete, "/checkin", to: [Command.checkinClear(CheckinClear())],
            shows: { body in
                if case .done = body { RouteAnswer.nothing } else { RouteAnswer.asMessage(body) }
            }
        ) { (command: CheckinClear) in .checkinClear(command) }
        servePictures(in: &catalog)
    }

    private func servePictures(in catalog: inout Catalog) {
        catalog.upload(
            "photo", .put, PlacePicture.uploadPath,
            UploadTerms(of: "pictures", bodyBytesMax: PlacePicture.fileBytesMax), rate: .photos,
            shows: Self.uploaded
        ) { [files] (request, caller, _) throws(Refusal) in
            Inquiry(
                try PlacePicture.put(request.body, in: files, by: caller, cid: request.cid))
        }
        catalog.route(
            .get, PlacePicture.folder + "{name}", Command.checkinPicture, shows: Self.file)
        catalog.file("photoDefault", PlacePicture.defaultFolder + "{name}", thing: "picture") {
            .here($0.values == [PlacePicture.defaultName] ? PlacePicture.pin : nil)
        }
    }

    /// - Parameter show: the message that answers, and the query of the next page.
    private func read<Document: Normalizable>(
        _ pattern: String, _ command: @escaping @Sendable (Document) -> Command, _ answer: String,
        in catalog: inout Catalog,
        _ show:
            @escaping @Sendable (ServerMessage.OneOf_Body) -> ((any Message)?, String?)?
    ) {
        catalog.route(
            of: Self.name, .get, pattern, to: [command(Document())], answer: .document(answer),
            shows: { body in
                guard let (shown, next) = show(body), let message = shown else {
                    return RouteAnswer.asMessage(body)
                }
                var answer = document(message)
                answer.next = next
                return answer
            }
        ) { (fields: Document) in command(fields) }
    }

    private static let file: RouteAnswer.Maker = { body in
        guard case .pictureFile(let file) = body else { return RouteAnswer.asMessage(body) }
        return .file([UInt8](file.bytes), contentType: file.contentType)
    }

    /// Of a picture, what is wrong is the kind that is not taken.
    private static let uploaded: RouteAnswer.Maker = { body in
        switch body {
        case .pictureUploaded(let uploaded): document(uploaded)
        case .error(let error) where error.code == .invalidField:
            .message(body, status: .unsupportedMediaType)
        default: RouteAnswer.asMessage(body)
        }
    }
}

/// A message as a document of its own.
private func document(_ message: any Message) -> RouteAnswer {
    .json(message.answerBytes(.json) + [UInt8(ascii: "\n")])
}

private func next(_ field: String, _ value: String) -> String? {
    value.isEmpty ? nil : RouteAnswer.query(field, value)
}
