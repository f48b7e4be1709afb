import Kernel
import Wire

/// The skills that users and projects may choose from.
public struct SkillCatalogue: Sendable {
    /// The skills of a server whose settings name none.
    public static let standard = [
        "android", "backend", "data", "design", "devops", "frontend", "games", "hardware", "ios",
        "marketing", "ml", "pitch", "product", "research", "security", "testing", "video", "vr",
        "web", "writing",
    ]

    /// Most of a user or a project.
    static let countMax = 20

    let words: [String]
    private let places: [String: Int]

    /// - Parameter words: as ``isSkill(_:)`` has them; of one that is there twice, the first.
    public init(_ words: [String] = SkillCatalogue.standard) {
        self.words = words
        places = Dictionary(zip(words, words.indices), uniquingKeysWith: { first, _ in first })
    }

    /// Whether a word can name a skill.
    @Sendable static func isSkill(_ word: String) -> Bool {
        (1...30).contains(word.utf8.count)
            && word.utf8.allSatisfy { byte in
                switch byte {
                case 97...122, 48...57, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "#"),
                    UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    /// Skills, each once, in the order of the catalogue.
    ///
    /// - Throws: `.invalidField` for one that this server does not have, and for too many.
    func check(_ skills: [String]) throws(Refusal) -> [String] {
        guard skills.count <= Self.countMax else {
            throw Refusal(
                .invalidField, field: "skills", "expected at most \(Self.countMax) skills")
        }
        guard skills.allSatisfy({ places[$0] != nil }) else {
            throw Refusal(
                .invalidField, field: "skills", "expected skills of this server: skillList")
        }
        return Set(skills).sorted { (places[$0] ?? 0) < (places[$1] ?? 0) }
    }

    func list(_: SkillList, _: Caller, _: Snapshot) throws(Refusal) -> Skills {
        var skills = Skills()
        skills.skills = words
        return skills
    }

    /// As a column has them.
    static func column(_ skills: [String]) -> String { skills.joined(separator: ",") }

    /// What a column has.
    static func skills(in column: String) -> [String] {
        column.split(separator: ",").map(String.init)
    }
}

/// The skills of users at a gathering, and the skills that projects want: the order of decks.
///
/// It has the open profiles of attendees, and the projects.
enum SkillIndex {
    /// What is swiped.
    enum Side: Int64, Sendable {
        case people = 0
        case projects = 1
    }

    /// A profile has changed: its rows at all gatherings that have not ended.
    static func update(person: UInt32, in transaction: Transaction) throws(Refusal) {
        try remove(.people, person, in: transaction)
        let gatherings = try transaction.all(
            .count(
                """
                SELECT a.gathering FROM team_attendance a JOIN gathering g ON g.number = a.gathering
                WHERE a.person = \(person) AND g.ends_ms > \(transaction.now)
                """))
        for gathering in gatherings { try add(person: person, at: gathering, in: transaction) }
    }

    static func add(
        person: UInt32, at gathering: UInt32, in transaction: Transaction
    ) throws(Refusal) {
        guard let profile = try transaction.first(.person(number: person))?.profile, profile.open
        else { return }
        try add(profile.skills, of: .people, person, at: gathering, in: transaction)
    }

    static func add(
        _ skills: [String], of side: Side, _ subject: UInt32, at gathering: UInt32,
        in transaction: Transaction
    ) throws(Refusal) {
        for skill in skills {
            try transaction.run(
                """
                INSERT INTO team_skill (gathering, side, skill, subject)
                VALUES (\(gathering), \(side.rawValue), \(skill), \(subject))
                ON CONFLICT DO NOTHING
                """)
        }
    }

    /// Everywhere, by the index `team_skill_subject`.
    static func remove(
        _ side: Side, _ subject: UInt32, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            "DELETE FROM team_skill WHERE side = \(side.rawValue) AND subject = \(subject)")
    }

    static func remove(
        person: UInt32, at gathering: UInt32, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            """
            DELETE FROM team_skill
            WHERE side = 0 AND subject = \(person) AND gathering = \(gathering)
            """)
    }
}
