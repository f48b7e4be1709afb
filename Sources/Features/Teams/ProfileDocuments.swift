import Accounts
import Kernel
import Wire

/// Resumes and transcripts (H20): what somebody adds to a profile for those who decide, and for
/// nobody else. Who may not read them learns nothing of them, not even that there are none.
struct ProfileDocuments: Sendable {
    static let migration = Migration(
        "teams.documents",
        """
        CREATE TABLE team_document (
            person BIGINT NOT NULL REFERENCES team_person (number),
            kind BIGINT NOT NULL,
            form BIGINT NOT NULL,
            name TEXT NOT NULL,
            size BIGINT NOT NULL,
            at_ms BIGINT NOT NULL,
            bytes {blob} NOT NULL,
            PRIMARY KEY (person, kind)
        );
        ALTER TABLE team_person ADD COLUMN opens_documents BIGINT NOT NULL DEFAULT 0;
        """)

    static let audits = [
        Audit(
            "documents are of profiles that are there",
            breaches: """
                SELECT count(*) FROM team_document d JOIN team_person t ON t.number = d.person
                WHERE t.user_id IS NULL
                """)
    ]

    /// Most bytes of one.
    let bytesMax: Int

    /// One's own, or those of somebody else that the caller may read.
    ///
    /// - Throws: `.notFound` for who has no profile, and when of somebody else there is none to be
    ///   read.
    func list(
        _ command: TeamDocumentList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> TeamDocuments {
        guard command.username.isEmpty || command.number == 0 else {
            throw Refusal(.invalidField, field: "profile", "expected a username or a number")
        }
        let name =
            command.username.isEmpty
            ? caller.username : try Username(command.username, field: "username").description
        let own = try snapshot.first(.number(ofPerson: caller.user))
        let isOwn =
            command.number > 0 ? command.number == own : name == caller.username
        var answer = TeamDocuments()
        if isOwn {
            guard let own else { throw .noTeamProfile("") }
            answer.documents = try snapshot.all(.documents(of: own)).map(\.shown)
            return answer
        }
        let whose: SQL =
            command.number > 0 ? "t.number = \(command.number)" : "u.username = \(name)"
        answer.documents = try snapshot.all(.documents(whose, readBy: caller.user)).map(\.shown)
        guard !answer.documents.isEmpty else {
            throw .noDocument(command.number > 0 ? "number" : "username")
        }
        return answer
    }

    /// The file of one; nil: there is none, or not for this caller.
    static func read(
        _ kind: DocumentKind, of number: UInt32, _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> ServedFile? {
        let whose: SQL = "t.number = \(number) AND d.kind = \(kind.column)"
        guard let document = try snapshot.first(.documents(whose, readBy: caller.user)),
            let bytes = try snapshot.first(.bytes(of: kind, of: number))
        else { return nil }
        return document.file(bytes)
    }

    /// Adds to attendees, for a company at their gathering, what they have opened to companies.
    static func show(
        in attendees: inout [Attendee], in snapshot: Snapshot
    ) throws(Refusal) {
        let opened = try snapshot.all(
            OpenedDocument.all(of: attendees.map(\.profile.number)))
        for place in attendees.indices {
            let number = attendees[place].profile.number
            attendees[place].documents = opened.filter { $0.person == number }
                .map(\.document.shown)
        }
    }

    /// The profile goes: so do they.
    static func remove(allOf person: UInt32, in transaction: Transaction) throws(Refusal) {
        try transaction.run("DELETE FROM team_document WHERE person = \(person)")
    }
}

extension Query where Row == StoredDocument {
    /// Those that a user may read: their owner; who decides about a project that the owner wants
    /// or has joined; and a company at the same gathering, if they are open to companies.
    ///
    /// One statement, so that it takes no other work to find none than to hide one.
    ///
    /// - Parameter whose: of `team_person t`, `person u` and `team_document d`.
    fileprivate static func documents(_ whose: SQL, readBy user: User.ID) -> Self {
        Query(
            """
            SELECT \(StoredDocument.columns) FROM team_person t
            JOIN person u ON u.id = t.user_id
            JOIN team_document d ON d.person = t.number
            WHERE \(whose) AND (t.user_id = \(user) OR (
                NOT \(SQL.isBlocked("t.user_id", user))
                AND (\(isDecided(by: user)) OR (t.opens_documents = 1 AND \(isMet(by: user))))))
            ORDER BY d.kind
            """
        ) { columns throws(StoreError) in try StoredDocument(from: &columns) }
    }

    /// Whether a user decides about a project that the person `t` has joined, or wants and may:
    /// who has blocked its owner, or is blocked by them, does not.
    private static func isDecided(by user: User.ID) -> SQL {
        """
        EXISTS (
            SELECT 1 FROM team_person r JOIN team_member w ON w.person = r.number
            JOIN team_project p ON p.number = w.project AND p.is_gone = 0
            JOIN gathering g ON g.number = p.gathering AND g.is_gone = 0
            WHERE r.user_id = \(user)
                AND w.role IN (\(Int64(TeamRole.recruiter.rawValue)),
                    \(Int64(TeamRole.owner.rawValue)))
                AND (EXISTS (
                        SELECT 1 FROM team_member m
                        WHERE m.project = w.project AND m.person = t.number)
                    OR (EXISTS (
                            SELECT 1 FROM team_swipe s
                            WHERE s.project = w.project AND s.person = t.number
                                AND s.by_project = 0
                                AND s.way = \(StoredSwipe.Way.right.rawValue))
                        AND NOT \(SQL.isOwnerBlocked("w.project", from: "t.user_id")))))
        """
    }

    /// Whether a user is at a gathering for a company that the person `t` attends.
    private static func isMet(by user: User.ID) -> SQL {
        """
        EXISTS (
            SELECT 1 FROM team_person r JOIN team_attendance c ON c.person = r.number
            JOIN team_attendance a ON a.gathering = c.gathering AND a.person = t.number
            JOIN gathering g ON g.number = c.gathering AND g.is_gone = 0
            WHERE r.user_id = \(user)
                AND c.role IN (\(GatheringRole.columns(with: .readOpenedDocuments))))
        """
    }
}

/// A document that somebody has opened to companies.
private struct OpenedDocument: Sendable {
    let person: UInt32
    let document: StoredDocument

    /// Those of some people, by the primary key.
    static func all(of numbers: [UInt32]) -> Query<OpenedDocument> {
        Query(
            """
            SELECT d.person, \(StoredDocument.columns) FROM team_document d
            JOIN team_person t ON t.number = d.person AND t.opens_documents = 1
            WHERE d.person IN (\(SQL.list(numbers.map { "\($0)" }))) ORDER BY d.person, d.kind
            """
        ) { columns throws(StoreError) in
            let person = try columns.count()
            return OpenedDocument(person: person, document: try StoredDocument(from: &columns))
        }
    }
}

extension Refusal {
    /// For no document at all, and for one that the caller may not read.
    fileprivate static func noDocument(_ field: String) -> Refusal {
        Refusal(.notFound, field: field, "there is no such document")
    }
}
