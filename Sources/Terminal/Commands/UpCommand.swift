import ArgumentParser
import SwiftProtobuf
import Wire

/// Turns an activity on, or lists all of them.
struct UpCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "up", abstract: "Turn an activity on, or list all activities.",
        discussion: """
            Only friends who are up for it too see what you say about it. Repeat the command to \
            say something else; --clear takes back what you have said.

            Examples:
              upfor up
              upfor up coffee
              upfor up 2 --for 30 --note "by the river?"
              upfor up gym --from 18:00 --until 19:30 --place "Gym North" --room 1
              upfor up coffee --clear
            """)

    @Argument(help: "The activity to turn on, or its number; without one, all are listed.")
    var activity: String?

    @Option(help: ArgumentHelp("When it begins, within 24 hours.", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("When it ends.", valueName: "time"))
    var until: String?

    @Option(name: .customLong("for"), help: ArgumentHelp("How long.", valueName: "minutes"))
    var minutes: UInt32?

    @Option(help: "A short note.")
    var note: String = ""

    @Option(help: "Where, in words.")
    var place: String = ""

    @Option(help: ArgumentHelp("Where, in degrees.", valueName: "lat,lon"))
    var at: String?

    @Option(help: ArgumentHelp("How many more people may join.", valueName: "count"))
    var room: UInt32?

    @Flag(help: "Take back what you have said about it.")
    var clear = false

    @OptionGroup var options: Options

    func validate() throws {
        guard activity != nil || !(says || clear), !clear || !says else {
            throw ValidationError(
                activity == nil ? "up for what? `upfor up ACTIVITY`" : "--clear goes alone")
        }
        guard until == nil || minutes == nil else {
            throw ValidationError("one of --until and --for")
        }
        if let at { _ = try TypedPosition(at) }
    }

    /// Whether anything is said about the activity.
    private var says: Bool {
        from != nil || until != nil || minutes != nil || at != nil || room != nil
            || !note.isEmpty || !place.isEmpty
    }

    func perform(in session: Session) async throws(Failure) {
        guard let activity else { return try await session.show(.activityList(ActivityList())) }
        let name = try await session.activity(activity)
        var command = ActivitySet()
        command.activity = name
        command.on = true
        if says || clear {
            command.details = try details(at: session.output.wording?.times ?? .system)
        }
        try await session.tell(.activitySet(command), "you are up for \(SafeText(name).line)")
    }

    private func details(at times: LocalTime) throws(Failure) -> ActivityDetails {
        var details = ActivityDetails()
        (details.note, details.place) = (note, place)
        if let from { details.from = try TypedTime(from, at: times).timestamp }
        if let until {
            let start = details.hasFrom ? Int(clamping: details.from.seconds) : times.now()
            let then = LocalTime(now: { start }, calendar: times.calendar)
            details.until = try TypedTime(until, at: then).timestamp
        }
        if let minutes {
            let start = details.hasFrom ? details.from.seconds : Int64(times.now())
            details.until = Google_Protobuf_Timestamp(seconds: start + Int64(minutes) * 60)
        }
        if let at, let position = try? TypedPosition(at) {
            (details.point.lat, details.point.lon) = (position.lat, position.lon)
        }
        if let room { details.roomFor = room }
        return details
    }

    /// Shows the friends who are up for it, too; for a wildcard, those who are up for anything.
    func conclude(in session: Session) async throws(Failure) {
        guard let typed = activity,
            case .matches(var matches) = try await session.call(.matchList(MatchList())),
            !matches.matches.isEmpty,
            case .activities(let list) = try await session.call(.activityList(ActivityList()))
        else { return }
        let names = list.activities.map(\.activity)
        let activity = ActivityName.meant(by: typed, among: names) ?? typed
        let isWildcard = list.activities.contains { $0.activity == activity && $0.wildcard }
        matches.matches.removeAll { $0.activity != activity && !isWildcard }
        if !matches.matches.isEmpty { session.output.answer(.matches(matches)) }
    }
}

/// Turns an activity off.
struct DownCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "down", abstract: "Turn an activity off.",
        discussion: """
            Examples:
              upfor down coffee
            """)

    @Argument(help: "The activity, by its name or number, as `upfor up` lists it.")
    var activity: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        let name = try await session.activity(activity)
        var command = ActivitySet()
        command.activity = name
        command.on = false
        let sentence = "you are no longer up for \(SafeText(name).line)"
        try await session.tell(.activitySet(command), sentence)
    }
}

/// An activity, as people name it: by its name in whatever letters, or by its number on the board.
enum ActivityName {
    /// Which of the words of a command names an activity, the command itself being 0; nil also
    /// behind an option, which may have a value.
    static func place(in words: [String]) -> Int? {
        guard let place = words.first.flatMap(place(of:)), place < words.count else { return nil }
        return words[...place].contains { $0.hasPrefix("-") } ? nil : place
    }

    /// The same for a command without options.
    static func place(of command: String) -> Int? {
        switch command {
        case "up", "down", "audience": 1
        case "why", "did": 2
        default: nil
        }
    }

    /// The one that is meant; nil when there is none.
    ///
    /// - Parameter catalogue: all names, in the order of the board.
    static func meant(by typed: String, among catalogue: [String]) -> String? {
        if catalogue.contains(typed) { return typed }
        if let name = catalogue.first(where: { $0.lowercased() == typed.lowercased() }) {
            return name
        }
        return zip(1..., catalogue).first { "\($0.0)" == typed }?.1
    }

    /// Whether it may be another than it says; else the catalogue need not be asked for.
    fileprivate static func isLoose(_ typed: String) -> Bool {
        typed != typed.lowercased() || typed.allSatisfy { $0.isNumber }
    }
}

extension Session {
    /// The name of the activity that is meant; what is none is left to the server to refuse.
    func activity(_ typed: String) async throws(Failure) -> String {
        guard ActivityName.isLoose(typed),
            case .activities(let list) = try await call(.activityList(ActivityList()))
        else { return typed }
        return ActivityName.meant(by: typed, among: list.activities.map(\.activity)) ?? typed
    }
}
