import ArgumentParser
import SwiftProtobuf
import Wire

/// Checking in: where one is, for friends to see on the map.
struct CheckinCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "checkin", abstract: "Show your friends where you are, or no longer.",
        discussion: """
            A place is two numbers in degrees, north and east: `--at 52.52,13.405`; south and west \
            are negative. It is on the map of the friends for whom it is meant (`audience @place`) \
            until its time is over or you clear it.

            Examples:
              upfor checkin --at 52.52,13.405 --text "lunch?" --sticker food
              upfor checkin --at=-33.87,151.21 --photo here.jpg --minutes 90
              upfor checkin --at 52.52,13.405 --activity coffee --on
              upfor checkin
              upfor checkin --clear
              upfor checkin --history
              upfor checkin --forget
            """)

    @Option(help: ArgumentHelp("Where you are, in degrees.", valueName: "lat,lon"))
    var at: String?

    @Option(help: "What friends read; at most 500 characters.")
    var text = ""

    @Option(help: "A sticker of the server; `checkin` alone lists them.")
    var sticker = ""

    @Option(help: "What you are up for there.")
    var activity = ""

    @Flag(help: "Turn the activity on, too.")
    var on = false

    @Option(help: "A picture: JPEG, PNG or WebP of at most 1 MiB.")
    var photo: String?

    @Option(help: "How long it is on the map.")
    var minutes: UInt32?

    @Flag(help: "Take your marker off the map.")
    var clear = false

    @Flag(help: "List your past check-ins.")
    var history = false

    @Option(help: "With --history: those before this, as `more` said.")
    var before = ""

    @Flag(help: "Delete your past check-ins, and your marker.")
    var forget = false

    @OptionGroup var options: Options

    func validate() throws {
        let actions = [at != nil, clear, history, forget].count { $0 }
        guard actions <= 1 else {
            throw ValidationError("one of --at, --clear, --history and --forget")
        }
        let says =
            !text.isEmpty || !sticker.isEmpty || !activity.isEmpty || on || photo != nil
            || minutes != nil
        guard !says || at != nil else { throw ValidationError("where? `--at LAT,LON`") }
        guard !on || !activity.isEmpty else { throw ValidationError("--on goes with --activity") }
        guard before.isEmpty || history else {
            throw ValidationError("--before goes with --history")
        }
        if let at { _ = try TypedPosition(at) }
    }

    func perform(in session: Session) async throws(Failure) {
        if let at {
            return try await set(at, in: session)
        }
        if clear {
            return try await session.tell(
                .checkinClear(.with { $0.cid = MessageMark.fresh() }), "you are off the map")
        }
        if forget {
            return try await session.tell(
                .checkinClear(.with { ($0.history, $0.cid) = (true, MessageMark.fresh()) }),
                "your check-ins are deleted")
        }
        if history {
            return try await session.show(.checkinHistory(.with { $0.before = before }))
        }
        try await session.show(.checkinRead(CheckinRead()))
    }

    private func set(_ at: String, in session: Session) async throws(Failure) {
        guard let position = try? TypedPosition(at) else { throw .usage("--at takes LAT,LON") }
        var picture = ""
        if let photo {
            guard let pictures = session.pictures else { throw .notSignedIn("not signed in") }
            picture = try await pictures.putPhoto(try AvatarCommand.contents(of: photo))
        }
        let command = CheckinSet.with {
            ($0.lat, $0.lon, $0.text) = (position.lat, position.lon, text)
            ($0.sticker, $0.activity, $0.turnOn) = (sticker, activity, on)
            ($0.picture, $0.cid) = (picture, MessageMark.fresh())
            if let minutes { $0.minutes = minutes }
        }
        try await session.show(.checkinSet(command))
    }
}

/// Numbers of degrees as a user types them: "52.52,13.405".
struct TypedPosition {
    let lat: Double
    let lon: Double

    /// - Throws: what ArgumentParser explains.
    init(_ text: String) throws {
        let parts = text.split(separator: ",").map { part in
            Double(part.drop { $0 == " " })
        }
        guard parts.count == 2, let lat = parts[0], let lon = parts[1], abs(lat) <= 90,
            abs(lon) <= 180
        else { throw ValidationError("\(text): a place is LAT,LON in degrees, as 52.52,13.405") }
        (self.lat, self.lon) = (lat, lon)
    }
}
