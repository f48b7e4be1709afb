import Accounts
import Kernel
import Wire

/// Gatherings: made, changed, deleted and looked at (H1, H2, H12, H13).
struct GatheringCommands: Sendable {
    /// Most gatherings that a user attends and that have not ended.
    static let attendedMax: Int64 = 200
    private static let pageMax = 50

    let teams: Teams

    func create(
        _ command: GatheringCreate, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Gathering {
        let title = try TeamFields.title(command.title)
        let text = try TeamFields.text(command.text)
        let place = try TeamFields.place(command.place)
        let more = try TeamFields.more(command.more)
        let point = try Self.point(of: command)
        guard command.hasStarts, command.hasEnds else {
            throw Refusal(.invalidField, field: "starts", "expected `starts` and `ends`")
        }
        let time = try GatheringTime(
            starts: TeamFields.moment(command.starts, field: "starts"),
            ends: TeamFields.moment(command.ends, field: "ends"), now: transaction.now)
        guard time.ends > transaction.now else {
            throw Refusal(.invalidField, field: "ends", "expected a time ahead")
        }
        let person = try TeamPerson.number(of: caller, in: transaction)
        try AttendanceCommands.checkRoom(for: person, in: transaction)
        let number = try transaction.drawNumber { (number) throws(Refusal) in
            let query = Query<UInt32>.count("SELECT number FROM gathering WHERE number = \(number)")
            return try transaction.first(query) != nil
        }
        try transaction.run(
            """
            INSERT INTO gathering (number, title, body, place, \(Self.pointColumns), starts_ms,
                ends_ms, picture, more, attendees, projects, is_gone, made_ms)
            VALUES (\(number), \(title), \(text), \(place), \(Self.values(of: point)),
                \(time.starts), \(time.ends), '', \(more), 0, 0, 0, \(transaction.now))
            """)
        try AttendanceCommands.enter(person, number, as: .planner, in: transaction)
        return try Self.shown(number, person, to: caller.user, in: transaction)
    }

    /// - Throws: `.invalidField` unless both or neither are there.
    private static func point(of command: GatheringCreate) throws(Refusal) -> MapPoint? {
        try point(
            lat: command.hasLat ? command.lat : nil, lon: command.hasLon ? command.lon : nil)
    }

    private static func point(lat: Double?, lon: Double?) throws(Refusal) -> MapPoint? {
        if let lat, let lon { return try MapPoint(lat: lat, lon: lon) }
        guard lat == nil, lon == nil else {
            throw Refusal(.invalidField, field: "lat", "expected `lat` and `lon` together")
        }
        return nil
    }

    private static let pointColumns: SQL = "lat_bits, lon_bits, lat_e7, lon_e7, cell"

    private static func values(of point: MapPoint?) -> SQL {
        guard let point else { return "NULL, NULL, NULL, NULL, NULL" }
        return """
            \(point.latBits), \(point.lonBits), \(MapPoint.e7(point.lat)),
            \(MapPoint.e7(point.lon)), \(MapCell.number(of: point))
            """
    }

    /// Takes the place away, or empties fields, and sets nothing.
    @Sendable static func takesBack(_ command: GatheringUpdate) -> TakingBack {
        var rest = command
        (rest.number, rest.cid) = (0, "")
        guard rest != GatheringUpdate(), rest.text.isEmpty, rest.place.isEmpty, rest.more.isEmpty
        else { return .no }
        rest.clearText()
        rest.clearPlace()
        rest.clearMore()
        rest.nowhere = false
        return .when(rest == GatheringUpdate())
    }

    func update(
        _ command: GatheringUpdate, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Gathering {
        let title = command.hasTitle ? try TeamFields.title(command.title) : nil
        let text = command.hasText ? try TeamFields.text(command.text) : nil
        let place = command.hasPlace ? try TeamFields.place(command.place) : nil
        let more = command.hasMore ? try TeamFields.more(command.more) : nil
        let number = command.number
        let person = try transaction.first(.number(ofPerson: caller.user))
        try GatheringState.read(number, for: person, in: transaction).must(.change)
        let old = try Self.shown(number, person, to: caller.user, in: transaction)
        if case .yes = Self.takesBack(command), text ?? old.text == old.text,
            place ?? old.place == old.place, more ?? old.more == old.more,
            !command.nowhere || !old.hasLat
        {
            return old
        }
        let time = try Self.time(of: command, old, at: transaction.now)
        try transaction.run(
            """
            UPDATE gathering SET title = \(title ?? old.title), body = \(text ?? old.text),
                place = \(place ?? old.place), more = \(more ?? old.more),
                starts_ms = \(time.starts), ends_ms = \(time.ends)
            WHERE number = \(number)
            """)
        try Self.movePoint(of: command, old, in: transaction)
        return try Self.shown(number, person, to: caller.user, in: transaction)
    }

    private static func time(
        of command: GatheringUpdate, _ old: Gathering, at now: Moment
    ) throws(Refusal) -> GatheringTime {
        let starts = command.hasStarts ? command.starts : old.starts
        let ends = command.hasEnds ? command.ends : old.ends
        return try GatheringTime(
            starts: TeamFields.moment(starts, field: "starts"),
            ends: TeamFields.moment(ends, field: "ends"), now: now)
    }

    /// Also puts gatherings that no longer count as ended back on the map and on the list.
    private static func movePoint(
        of command: GatheringUpdate, _ old: Gathering, in transaction: Transaction
    ) throws(Refusal) {
        let given = try point(
            lat: command.hasLat ? command.lat : nil, lon: command.hasLon ? command.lon : nil)
        guard given == nil || !command.nowhere else {
            throw Refusal(.invalidField, field: "nowhere", "expected a place, or `nowhere`")
        }
        let kept = old.hasLat ? try MapPoint(lat: old.lat, lon: old.lon) : nil
        let place = assignments(of: command.nowhere ? nil : given ?? kept)
        try transaction.run(
            "UPDATE gathering SET \(place), is_listed = 1 WHERE number = \(command.number)")
    }

    private static func assignments(of point: MapPoint?) -> SQL {
        guard let point else {
            return "lat_bits = NULL, lon_bits = NULL, lat_e7 = NULL, lon_e7 = NULL, cell = NULL"
        }
        return """
            lat_bits = \(point.latBits), lon_bits = \(point.lonBits),
            lat_e7 = \(MapPoint.e7(point.lat)), lon_e7 = \(MapPoint.e7(point.lon)),
            cell = \(MapCell.number(of: point))
            """
    }

    /// With its projects and swipes.
    func delete(
        _ command: GatheringDelete, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        let person = try transaction.first(.number(ofPerson: caller.user))
        try GatheringState.read(command.number, for: person, in: transaction).must(.delete)
        try teams.end(gathering: command.number, in: transaction)
        return Done()
    }

    static func end(_ number: UInt32, in transaction: Transaction) throws(Refusal) {
        try transaction.run(
            """
            UPDATE gathering SET is_gone = 1, is_listed = 0, cell = NULL
            WHERE number = \(number)
            """)
    }

    func read(
        _ command: GatheringRead, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Gathering {
        let person = try snapshot.first(.number(ofPerson: caller.user))
        return try Self.shown(command.number, person, to: caller.user, in: snapshot)
    }

    /// - Throws: `.notFound`.
    static func shown(
        _ number: UInt32, _ person: UInt32?, to user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Gathering {
        guard let found = try snapshot.first(.gathering(number, for: person, user)) else {
            throw .noGathering("number")
        }
        return found
    }

    /// H12: the gatherings that the caller attends.
    func list(
        _ command: GatheringList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Gatherings {
        var answer = Gatherings()
        guard let last = command.after.isEmpty ? 0 : UInt32(command.after) else { throw .noPage }
        guard let person = try snapshot.first(.number(ofPerson: caller.user)) else { return answer }
        let place = try TeamPlace(
            behind: last,
            in: """
                gathering WHERE number IN (
                    SELECT gathering FROM team_attendance WHERE person = \(person))
                """, snapshot)
        let page = try snapshot.all(
            .gatherings(of: person, caller.user, before: place, limit: Self.pageMax + 1))
        answer.gatherings = Array(page.prefix(Self.pageMax))
        if page.count > Self.pageMax, let last = answer.gatherings.last {
            answer.next = "\(last.number)"
        }
        return answer
    }
}

extension Refusal {
    /// For what is not the `next` of a page.
    static let noPage = Refusal(
        .invalidField, field: "after", "expected `next` of the page before")
}

/// The role of an attendee, and what belongs to it.
struct GatheringPart: Sendable {
    /// Of a user who does not attend.
    static let none = GatheringPart(role: .notAttending, company: "")

    let role: GatheringRole
    /// Empty unless the role is that of a company.
    let company: String

    private init(role: GatheringRole, company: String) {
        (self.role, self.company) = (role, company)
    }

    /// What a planner gives.
    ///
    /// - Throws: `.invalidField` for what is no role, for a company without a name, and for the
    ///   name of a company with another role.
    init(granted command: GatheringGrant) throws(Refusal) {
        guard GatheringRole.granted.contains(command.role) else {
            throw Refusal(
                .invalidField, field: "role",
                "expected ATTENDEE, COMPANY, COORDINATOR or PLANNER")
        }
        guard command.role == .company || command.company.isEmpty else {
            throw Refusal(.invalidField, field: "company", "expected none: the role is no COMPANY")
        }
        role = command.role
        company = role == .company ? try TeamFields.company(command.company) : ""
    }
}

/// What may be done at a gathering.
enum GatheringRight: Sendable {
    /// To see its attendees, to make projects and to swipe.
    case takePart
    /// To change its texts, its picture, its place and its times.
    case change
    /// To see all projects at it, and to change and delete any of them.
    case runProjects
    /// To remove plain attendees, and no others.
    case removeAttendees
    /// To give and to take roles: also by removing an attendee who has one.
    case grant
    /// To delete it.
    case delete
    /// To read the documents that attendees have opened to companies.
    case readOpenedDocuments
}

extension GatheringRole {
    /// The rights of each role: all that roles are (docs/decisions/0045).
    private static let rights: [GatheringRole: Set<GatheringRight>] = [
        .attendee: [.takePart],
        .company: [.takePart, .readOpenedDocuments],
        .coordinator: [.takePart, .change, .runProjects, .removeAttendees],
        .planner: [.takePart, .change, .runProjects, .removeAttendees, .grant, .delete],
    ]

    /// Whether this role has the right.
    func may(_ right: GatheringRight) -> Bool { Self.rights[self]?.contains(right) ?? false }

    /// The roles with the right, as the store has them.
    static func columns(with right: GatheringRight) -> SQL {
        SQL.list(rights.keys.filter { $0.may(right) }.map(\.column).sorted().map { "\($0)" })
    }

    /// The roles that a planner may give.
    static let granted: Set<GatheringRole> = Set(rights.keys)

    /// The roles with the right, for the refusal of others: "planners and coordinators".
    static func names(of right: GatheringRight) -> String {
        let names: [(GatheringRole, String)] = [
            (.planner, "planners"), (.coordinator, "coordinators"), (.company, "companies"),
            (.attendee, "attendees"),
        ]
        return names.filter { $0.0.may(right) }.map(\.1).joined(separator: " and ")
    }

    /// As the store has it.
    var column: Int64 { Int64(rawValue) }

    /// - Parameter column: as the store has it; no role of ours: does not attend.
    init(column: Int64) { self = GatheringRole(rawValue: Int(column)) ?? .notAttending }
}
