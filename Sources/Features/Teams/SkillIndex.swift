import Kernel
import Wire

/// Who has which skills at a gathering, and which project wants them: what decks are ordered by.
///
/// It has the open profiles of those who attend, and the projects.
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
