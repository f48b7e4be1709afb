import Accounts
public import Files
public import Friends
public import Kernel
import Wire

/// Gatherings, the projects of their attendees, and how users and projects find each other
/// (H1-H21).
public struct TeamsFeature: Sendable {
    /// A record has at most 22 KB.
    private static let pageCount = 10

    private let skills: SkillCatalogue
    let teams: Teams
    private let gatherings: GatheringCommands
    private let search = GatheringSearch()
    private let attendance: AttendanceCommands
    private let profiles: TeamProfileCommands
    private let projects: ProjectCommands
    private let swipes: SwipeCommands
    private let decks = DeckCommands()
    private let documents: ProfileDocuments
    private let pictures: TeamPictures

    /// - Parameters:
    ///   - settings: what they are when the server starts.
    ///   - files: where pictures and documents are stored.
    ///   - observers: run when users join and leave projects.
    public init(
        _ settings: @escaping @Sendable () -> SettingValues, files: StoredFiles,
        observers: [TeamObserver] = []
    ) {
        skills = SkillCatalogue(settings().words(Self.skills))
        teams = Teams(observers: [TeamRooms.changed] + observers)
        gatherings = GatheringCommands(teams: teams)
        attendance = AttendanceCommands(teams: teams)
        profiles = TeamProfileCommands(skills: skills, teams: teams)
        projects = ProjectCommands(skills: skills, teams: teams)
        swipes = SwipeCommands(teams: teams)
        documents = ProfileDocuments(
            bytesMax: Int(clamping: settings().integer(Self.documentBytes)), files: files)
        pictures = TeamPictures(files: files)
    }

    /// A block ends the teammate bond of two users.
    public static var blocked: FriendsFeature.BlockObserver { TeamRooms.blocked }

    /// Whether two users attend the same gathering, and see one another there.
    public static let acquaintance: FriendsFeature.Acquaintance = {
        (pair, snapshot) throws(Refusal) in
        guard try !BlockRules.exists(between: pair, in: snapshot) else { return false }
        let query = Query<UInt32>.count(
            """
            SELECT a.gathering FROM team_person p JOIN team_attendance a ON a.person = p.number
            JOIN team_attendance b ON b.gathering = a.gathering
            JOIN team_person o ON o.number = b.person
            WHERE p.user_id = \(pair.low) AND o.user_id = \(pair.high) LIMIT 1
            """)
        return try snapshot.first(query) != nil
    }

    /// Names on the wire -> functions.
    public func install(in catalog: inout Catalog) {
        catalog.migrate(
            TeamSchema.migrations
                + [TeamPictures.migration, TeamRooms.migration, ProfileDocuments.migration]
                + [TeamSchema.files])
        catalog.audit(TeamSchema.audits + TeamRooms.audits + ProfileDocuments.audits)
        catalog.tally("gatherings", "SELECT count(*) FROM gathering")
        catalog.tally("projects", "SELECT count(*) FROM team_project")
        installEvents(in: &catalog)
        installGatherings(in: &catalog)
        installPeople(in: &catalog)
        installProjects(in: &catalog)
        installSwipes(in: &catalog)
        HinderInterface.install(in: &catalog)
        pictures.install(in: &catalog)
        documents.install(in: &catalog)
        catalog.backlog("team.sweep", every: .seconds(1), teams.sweep)
        catalog.backlog("gathering.pass", every: .seconds(60), GatheringSearch.forgetEnded)
        catalog.onDeparture(teams.depart)
        catalog.onErase { (departed, transaction) throws(Refusal) in
            try teams.depart(departed.user, in: transaction)
            return true
        }
        disclose(in: &catalog)
    }

    private typealias Command = ClientMessage.OneOf_Command

    private func installGatherings(in catalog: inout Catalog) {
        catalog.writeOnce(
            Command.gatheringCreate, reply: { .gathering($0) }, rate: .requests,
            gatherings.create)
        catalog.writeOnce(
            Command.gatheringUpdate, reply: { .gathering($0) }, rate: .settings,
            takesBack: GatheringCommands.takesBack, gatherings.update)
        catalog.writeOnce(
            Command.gatheringDelete, reply: { .done($0) }, rate: .settings,
            takesBack: { _ in .yes }, gatherings.delete)
        catalog.read(
            Command.gatheringRead, reply: { .gathering($0) }, rate: .searches, gatherings.read)
        catalog.read(
            Command.gatheringFind, reply: { .gatherings($0) }, rate: .searches,
            next: Self.nextOfGatherings, search.find)
        catalog.read(
            Command.gatheringList, reply: { .gatherings($0) }, next: Self.nextOfGatherings,
            gatherings.list)
        catalog.writeOnce(
            Command.gatheringJoin, reply: { .gathering($0) }, rate: .settings, attendance.join)
        catalog.writeOnce(
            Command.gatheringLeave, reply: { .done($0) }, rate: .settings,
            takesBack: { _ in .yes }, attendance.leave)
        catalog.writeOnce(
            Command.gatheringGrant, reply: { .gathering($0) }, rate: .settings,
            takesBack: { .when($0.role == .attendee) },
            attendance.grant)
    }

    private static let nextOfGatherings: RouteAnswer.Next = { body in
        guard case .gatherings(let page) = body, !page.next.isEmpty else { return nil }
        return RouteAnswer.query("after", page.next)
    }

    private func installPeople(in catalog: inout Catalog) {
        catalog.read(
            Command.gatheringPeople, reply: { .attendees($0) }, rate: .searches,
            next: { body in
                guard case .attendees(let page) = body, page.next > 0 else { return nil }
                return RouteAnswer.query("after", page.next)
            }, attendance.people)
        catalog.writeOnce(
            Command.teamProfileSet, reply: { .teamProfile($0) }, rate: .settings,
            takesBack: TeamProfileCommands.takesBack, profiles.set)
        catalog.read(
            Command.teamProfileRead, reply: { .teamProfile($0) }, rate: .searches, profiles.read)
        catalog.writeOnce(
            Command.teamProfileDelete, reply: { .done($0) }, rate: .settings,
            takesBack: { _ in .yes }, profiles.delete)
        catalog.read(
            Command.teamDocumentList, reply: { .teamDocuments($0) }, rate: .searches,
            documents.list)
        catalog.read(Command.skillList, reply: { .skills($0) }, skills.list)
    }

    private func installProjects(in catalog: inout Catalog) {
        catalog.writeOnce(
            Command.projectCreate, reply: { .project($0) }, rate: .requests, projects.create)
        catalog.writeOnce(
            Command.projectUpdate, reply: { .project($0) }, rate: .settings, projects.update)
        catalog.writeOnce(
            Command.projectDelete, reply: { .done($0) }, rate: .settings,
            takesBack: { _ in .yes }, projects.delete)
        catalog.read(
            Command.projectRead, reply: { .project($0) }, rate: .searches, projects.read)
        catalog.read(
            Command.projectList, reply: { .projects($0) }, rate: .searches,
            next: { body in
                guard case .projects(let page) = body, page.next > 0 else { return nil }
                return RouteAnswer.query("after", page.next)
            }, projects.list)
        catalog.writeOnce(
            Command.projectLeave, reply: { .done($0) }, rate: .settings,
            takesBack: { _ in .yes }, projects.leave)
        catalog.writeOnce(
            Command.projectGrant, reply: { .project($0) }, rate: .settings,
            takesBack: { .when($0.role == .member) }, projects.grant)
    }

    private func installSwipes(in catalog: inout Catalog) {
        // Sent again, it changes nothing: it needs no cid.
        catalog.write(
            Command.swipeSet, reply: { .swipe($0) }, rate: .swipes, takesBack: swipes.takesBack,
            swipes.set)
        catalog.read(Command.swipeRead, reply: { .swipe($0) }, rate: .searches, swipes.read)
        catalog.read(
            Command.swipeList, reply: { .swipes($0) }, rate: .searches,
            next: { body in
                guard case .swipes(let page) = body, !page.next.isEmpty else { return nil }
                return RouteAnswer.query("after", page.next)
            }, swipes.list)
        catalog.writeOnce(
            Command.swipeDrop, reply: { .done($0) }, rate: .swipes, takesBack: swipes.takesBack,
            swipes.drop)
        catalog.read(
            Command.deckRead, reply: { .deck($0) }, rate: .searches,
            next: { body in
                guard case .deck(let page) = body, !page.next.isEmpty else { return nil }
                return RouteAnswer.query("after", page.next)
            }, decks.read)
    }

    private func disclose(in catalog: inout Catalog) {
        catalog.disclose("teamProfile") { (caller, _, snapshot) throws(Refusal) in
            let records = try snapshot.all(.person(of: caller.user)).map { person in
                var record = ExportRecord()
                record.teamProfile = person.profile
                return record
            }
            return (records, nil)
        }
        disclosePages(
            "gatherings", in: &catalog, query: { .gatherings(of: $0, $1, before: $2, limit: $3) },
            \.gathering, next: { "\($0.number)" })
        disclosePages(
            "projects", in: &catalog,
            query: { person, _, before, limit in
                .projects(of: person, before: before, limit: limit)
            },
            \.project, next: { "\($0.number)" })
        catalog.disclose("swipes") { (caller, after, snapshot) throws(Refusal) in
            let person = try snapshot.first(.number(ofPerson: caller.user)) ?? 0
            let parts = after.split(separator: ":")
            let place = (
                parts.first.flatMap { Int64($0) } ?? .max, parts.last.flatMap { UInt32($0) } ?? 0
            )
            let page = try snapshot.all(
                .swipes(
                    of: person, at: 0, seenBy: nil, before: place, onlyMutual: false, limit: 50))
            let records = page.map { swipe in
                var record = ExportRecord()
                record.swipe = swipe
                return record
            }
            let next = page.last.map { "\($0.at.unixMilliseconds):\($0.project)" }
            return (records, page.count == 50 ? next : nil)
        }
    }

    private func disclosePages<Row: Sendable>(
        _ name: String, in catalog: inout Catalog,
        query: @escaping @Sendable (UInt32, User.ID, Int64, Int) -> Query<Row>,
        _ part: any WritableKeyPath<ExportRecord, Row> & Sendable,
        next: @escaping @Sendable (Row) -> String
    ) {
        catalog.disclose(name) { (caller, after, snapshot) throws(Refusal) in
            let person = try snapshot.first(.number(ofPerson: caller.user)) ?? 0
            let page = try snapshot.all(
                query(person, caller.user, Int64(after) ?? .max, Self.pageCount))
            let records = page.map { row in
                var record = ExportRecord()
                record[keyPath: part] = row
                return record
            }
            return (records, page.count == Self.pageCount ? page.last.map(next) : nil)
        }
    }
}

extension TeamsFeature: Feature {
    /// What it is called in the settings.
    public static let name = "teams"
    /// Skills, and how large documents may be.
    public static let settings = [skills, documentBytes]
    /// Swipes, pictures and documents.
    public static let rates: [Rate] = [.swipes, .teamPictures, .teamDocuments]
    /// An operator may turn gatherings off.
    public static let isOptional = true

    static let skills = Setting(
        "teams.skills",
        .words(
            SkillCatalogue.standard,
            expected: "words of small letters, digits, -, +, # and ., with commas between",
            isWord: SkillCatalogue.isSkill),
        "Skills that users and projects may choose; earlier choices stay when a skill is removed.")
    static let documentBytes = Setting(
        "teams.documentBytes", .integer(1_048_576, in: 1_024...4_194_304, unit: "bytes"),
        "Maximum size of a resume or a transcript; stored documents stay.")
}

extension Rate {
    /// Swipes: a user who goes through a deck makes many.
    public static let swipes = Rate(
        "swipes", of: .user, unit: "swipes",
        burst: (60, 10_000, "Swipes of a user at once (burst)."),
        perMinute: (60, 1_000_000, "Swipes of a user per minute, after the burst."))
}

extension TeamsFeature {
    /// Events to members. A member who is away gets a notification.
    func installEvents(in catalog: inout Catalog) {
        catalog.event(
            \.teamMatched, people: { [$0.user.username] },
            notify: { matched in
                News(
                    "team_matched", from: matched.user,
                    "\(matched.user.displayName) waits for a place in "
                        + "\(News.cut(matched.title)), which is full")
            },
            stillHolds: { (matched, user, snapshot) throws(Refusal) in
                let waiting = try snapshot.first(TeamWish.of(matched, seenBy: user))
                return waiting?.isWaiting == true && waiting?.isReaderSwiper == true
                    && waiting?.isReader == false ? matched : nil
            })
        catalog.replay(\.teamMatched) { user, snapshot in
            { (matched) throws(Refusal) in
                try snapshot.first(TeamWish.of(matched, seenBy: user)) != nil
            }
        }
        catalog.event(
            \.teamJoined, people: { [$0.user.username] },
            notify: { joined in
                News(
                    "team_joined", from: joined.user,
                    "\(joined.user.displayName) joined \(News.cut(joined.title))")
            },
            stillHolds: { (joined, user, snapshot) throws(Refusal) in
                let members = try snapshot.all(StoredMember.all(of: joined.project))
                guard members.contains(where: { $0.user == user }),
                    let new = members.first(
                        where: { $0.member.user.username == joined.user.username }),
                    try !TeamPerson.isBlocked(new.user, user, in: snapshot)
                else { return nil }
                return joined
            })
        catalog.event(\.teamLeft) { [$0.user.username, $0.by].filter { !$0.isEmpty } }
        catalog.event(\.teamRoleChanged) { [$0.user.username, $0.by].filter { !$0.isEmpty } }
        catalog.event(\.projectDeleted) { _ in [] }
        catalog.event(\.gatheringDeleted) { _ in [] }
        catalog.event(\.gatheringGranted) { [$0.by].filter { !$0.isEmpty } }
    }
}

/// A user and a project that both want one another, as a reader may see it.
private struct TeamWish: Sendable {
    /// Whether the user waits for a place.
    let isWaiting: Bool
    /// Whether the user is the reader.
    let isReader: Bool
    /// Whether the reader swipes for the project.
    let isReaderSwiper: Bool

    /// The wish of an event, while both swipes are to the right; none if a block hides the user
    /// from the reader.
    ///
    /// - Index: the primary keys.
    static func of(_ matched: TeamMatched, seenBy reader: User.ID) -> Query<TeamWish> {
        Query(
            """
            SELECT CASE WHEN s.waits_ms IS NULL THEN 0 ELSE 1 END,
                CASE WHEN t.user_id = \(reader) THEN 1 ELSE 0 END,
                CASE WHEN EXISTS (
                    SELECT 1 FROM team_person r
                    JOIN team_member m ON m.project = p.number AND m.person = r.number
                    WHERE r.user_id = \(reader) AND m.role <> 1) THEN 1 ELSE 0 END
            FROM person u JOIN team_person t ON t.user_id = u.id
            JOIN team_swipe s ON s.project = \(matched.project) AND s.person = t.number
                AND s.by_project = 0 AND s.way = 1
            JOIN team_swipe o ON o.project = s.project AND o.person = s.person
                AND o.by_project = 1 AND o.way = 1
            JOIN team_project p ON p.number = s.project AND p.is_gone = 0
            JOIN gathering g ON g.number = p.gathering AND g.is_gone = 0
            WHERE u.username = \(matched.user.username)
                AND NOT \(SQL.isBlocked("t.user_id", reader))
            """
        ) { columns throws(StoreError) in
            TeamWish(
                isWaiting: try columns.flag(), isReader: try columns.flag(),
                isReaderSwiper: try columns.flag())
        }
    }
}
