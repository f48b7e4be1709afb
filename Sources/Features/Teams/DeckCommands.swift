import Kernel
import Wire

/// What a side may still swipe, best first (H15).
struct DeckCommands: Sendable {
    private static let cardsMax = 50

    /// A subject, and how many skills it has in common.
    private struct Place {
        let shared: Int64
        let number: UInt32

        /// In front of all.
        static let first = Place(shared: .max, number: 0)
    }

    /// The side that swipes, and what it swipes.
    private struct Aim {
        let side: SkillIndex.Side
        let gathering: UInt32
        let skills: [String]
        let user: User.ID
        /// The person, or the project, that swipes.
        let swiper: UInt32
    }

    func read(
        _ command: DeckRead, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Deck {
        guard command.limit <= Self.cardsMax else {
            throw Refusal(.invalidField, field: "limit", "expected 1 to \(Self.cardsMax)")
        }
        let count = command.limit == 0 ? Self.cardsMax : Int(command.limit)
        let start = try Self.place(command.after)
        let aim = try Self.aim(of: command, caller, in: snapshot)
        var places = try Self.best(of: aim, behind: start, count: count + 1, in: snapshot)
        if places.count <= count {
            let first = start.shared == 0 ? start.number : 0
            places += try Self.rest(
                of: aim, after: first, count: count + 1 - places.count, in: snapshot)
        }
        var deck = Deck()
        deck.cards = try Self.cards(Array(places.prefix(count)), of: aim, in: snapshot)
        if places.count > count {
            deck.next = "\(places[count - 1].shared):\(places[count - 1].number)"
        }
        return deck
    }

    private static func aim(
        of command: DeckRead, _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> Aim {
        guard (command.gathering > 0) != (command.project > 0) else {
            throw Refusal(
                .invalidField, field: "gathering", "expected a gathering or a project")
        }
        if command.project > 0 {
            let project = try ProjectState.read(
                command.project, for: caller, field: "project", in: snapshot)
            try project.mustBeSwiper()
            let skills = try snapshot.first(.project(project.number, for: nil))?.skills ?? []
            return Aim(
                side: .people, gathering: project.gathering.number, skills: skills,
                user: caller.user, swiper: project.number)
        }
        let own = try snapshot.first(.person(of: caller.user))
        let gathering = try GatheringState.read(
            command.gathering, for: own?.number, field: "gathering", in: snapshot)
        try gathering.mustBeAttended()
        return Aim(
            side: .projects, gathering: gathering.number, skills: own?.profile.skills ?? [],
            user: caller.user, swiper: own?.number ?? 0)
    }

    private static func place(_ after: String) throws(Refusal) -> Place {
        guard !after.isEmpty else { return .first }
        let parts = after.split(separator: ":")
        guard parts.count == 2, let shared = Int64(parts[0]), shared >= 0,
            let number = UInt32(parts[1])
        else { throw .noPage }
        return Place(shared: shared, number: number)
    }
}

extension DeckCommands {
    /// Those with skills in common: counted by the primary key of `team_skill`, sorted, and only
    /// then looked at one by one, as many as can have been swiped more than are wanted.
    private static func best(
        of aim: Aim, behind place: Place, count: Int, in snapshot: Snapshot
    ) throws(Refusal) -> [Place] {
        guard !aim.skills.isEmpty, place.shared > 0 else { return [] }
        let looked = Int64(count) + (try swipedCount(by: aim, in: snapshot))
        let query = Query<Place>(
            """
            SELECT k.shared, k.subject FROM (
                SELECT count(*) AS shared, subject FROM team_skill
                WHERE gathering = \(aim.gathering) AND side = \(aim.side.rawValue)
                    AND skill IN (\(SQL.list(aim.skills.map { "\($0)" })))
                GROUP BY subject
                HAVING count(*) < \(place.shared)
                    OR (count(*) = \(place.shared) AND subject > \(place.number))
                ORDER BY count(*) DESC, subject LIMIT \(looked)) AS k
            WHERE \(isOpen(aim))
            ORDER BY k.shared DESC, k.subject LIMIT \(Int64(count))
            """, decode: decode)
        return try snapshot.all(query)
    }

    /// Those without, by number.
    private static func rest(
        of aim: Aim, after number: UInt32, count: Int, in snapshot: Snapshot
    ) throws(Refusal) -> [Place] {
        let subjects: SQL =
            switch aim.side {
            case .people:
                """
                (SELECT a.person AS subject FROM team_attendance a
                    JOIN team_person t ON t.number = a.person AND t.is_open = 1
                    WHERE a.gathering = \(aim.gathering) AND a.person > \(number))
                """
            case .projects:
                """
                (SELECT number AS subject FROM team_project
                    WHERE gathering = \(aim.gathering) AND number > \(number) AND is_gone = 0)
                """
            }
        let query = Query<Place>(
            """
            SELECT 0, k.subject FROM \(subjects) AS k
            WHERE NOT EXISTS (
                    SELECT 1 FROM team_skill s
                    WHERE s.gathering = \(aim.gathering) AND s.side = \(aim.side.rawValue)
                        AND s.skill IN (\(SQL.list(aim.skills.map { "\($0)" })))
                        AND s.subject = k.subject)
                AND \(isOpen(aim))
            ORDER BY k.subject LIMIT \(Int64(count))
            """, decode: decode)
        return try snapshot.all(query)
    }

    @Sendable private static func decode(_ columns: inout Columns) throws(StoreError) -> Place {
        Place(shared: try columns.integer(), number: try columns.count())
    }

    /// How many subjects may not be in the deck: swiped, members, blocked.
    private static func swipedCount(
        by aim: Aim, in snapshot: Snapshot
    ) throws(Refusal) -> Int64 {
        let swipes: SQL =
            switch aim.side {
            case .people:
                "SELECT count(*) FROM team_swipe WHERE project = \(aim.swiper) AND by_project = 1"
            case .projects:
                "SELECT count(*) FROM team_swipe WHERE person = \(aim.swiper) AND by_project = 0"
            }
        let members: SQL =
            switch aim.side {
            case .people: "SELECT count(*) FROM team_member WHERE project = \(aim.swiper)"
            case .projects: "SELECT count(*) FROM team_member WHERE person = \(aim.swiper)"
            }
        let query = Query<Int64>.number(
            "SELECT (\(swipes)) + (\(members)) + \(blockedCount(for: aim))")
        return try snapshot.first(query) ?? 0
    }

    /// How many a block may hide: one person, but all projects of one owner at the gathering.
    private static func blockedCount(for aim: Aim) -> SQL {
        switch aim.side {
        case .people:
            """
            (SELECT count(*) FROM block b JOIN team_member o
                    ON o.project = \(aim.swiper) AND o.role = 3
                JOIN team_person x ON x.number = o.person
                WHERE b.blocker IN (x.user_id, \(aim.user)))
            + (SELECT count(*) FROM block b JOIN team_member o
                    ON o.project = \(aim.swiper) AND o.role = 3
                JOIN team_person x ON x.number = o.person
                WHERE b.blocked IN (x.user_id, \(aim.user)))
            """
        case .projects:
            """
            (SELECT count(*) FROM (
                    SELECT blocked AS user_id FROM block WHERE blocker = \(aim.user)
                    UNION SELECT blocker FROM block WHERE blocked = \(aim.user)) AS b
                JOIN team_person x ON x.user_id = b.user_id
                JOIN team_member o ON o.person = x.number AND o.role = 3
                JOIN team_project p ON p.number = o.project
                WHERE p.gathering = \(aim.gathering))
            """
        }
    }

    /// Neither swiped by this side, nor a member, nor blocked in either direction, by the viewer or
    /// by the owner of the project.
    private static func isOpen(_ aim: Aim) -> SQL {
        switch aim.side {
        case .people:
            """
            NOT EXISTS (
                SELECT 1 FROM team_swipe s WHERE s.project = \(aim.swiper)
                    AND s.person = k.subject AND s.by_project = 1 AND s.way <> 2)
            AND NOT EXISTS (
                SELECT 1 FROM team_member m
                WHERE m.project = \(aim.swiper) AND m.person = k.subject)
            AND NOT EXISTS (
                SELECT 1 FROM team_person t
                JOIN team_member o ON o.project = \(aim.swiper) AND o.role = 3
                JOIN team_person x ON x.number = o.person
                JOIN block b
                    ON (b.blocker IN (\(aim.user), x.user_id) AND b.blocked = t.user_id)
                    OR (b.blocker = t.user_id AND b.blocked IN (\(aim.user), x.user_id))
                WHERE t.number = k.subject)
            """
        case .projects:
            """
            NOT EXISTS (
                SELECT 1 FROM team_swipe s WHERE s.project = k.subject
                    AND s.person = \(aim.swiper) AND s.by_project = 0 AND s.way <> 2)
            AND NOT EXISTS (
                SELECT 1 FROM team_member m
                WHERE m.project = k.subject AND m.person = \(aim.swiper))
            AND NOT \(SQL.isOwnerBlocked("k.subject", aim.user))
            """
        }
    }

    private static func cards(
        _ places: [Place], of aim: Aim, in snapshot: Snapshot
    ) throws(Refusal) -> [DeckCard] {
        let numbers = places.map(\.number)
        var cards: [UInt32: DeckCard] = [:]
        switch aim.side {
        case .people:
            for person in try snapshot.all(.people(numbers: numbers)) {
                cards[person.number, default: DeckCard()].profile = person.shown
            }
        case .projects:
            for project in try snapshot.all(.projects(numbers: numbers, for: aim.swiper)) {
                cards[project.number, default: DeckCard()].project = project
            }
        }
        return places.compactMap { place in
            guard var card = cards[place.number] else { return nil }
            card.shared = UInt32(clamping: place.shared)
            return card
        }
    }
}
