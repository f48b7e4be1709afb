import Accounts
import Kernel
import Wire

/// A language partner's profile, as it is stored.
struct StoredSpeaker: Sendable {
    let user: User.ID
    let profile: Speaker

    var known: String { profile.known }
    var learn: String { profile.learn }
}

extension Query where Row == StoredSpeaker {
    private static let columns: SQL = """
        s.user_id, a.username, a.display_name, a.avatar, s.number, s.first_name, s.last_name,
        s.known, s.learn, s.bio, s.is_open
        """

    /// A user's own profile.
    static func speaker(of user: User.ID) -> Self { speakers("WHERE s.user_id = \(user)") }

    static func speaker(named username: String) -> Self {
        speakers("WHERE a.username = \(username)")
    }

    static func speaker(number: UInt32) -> Self {
        speakers("WHERE s.number = \(Int64(number))")
    }

    /// A user's partners, and the user.
    static func speakers(partneredWith user: User.ID) -> Self {
        speakers(
            """
            WHERE s.user_id IN (
                SELECT low FROM partnership WHERE low = \(user) OR high = \(user)
                UNION SELECT high FROM partnership WHERE low = \(user) OR high = \(user))
            """)
    }

    /// Users who fit a speaker and are not partners yet, by number.
    ///
    /// - Parameter number: only those after it.
    static func candidates(for speaker: StoredSpeaker, after number: UInt32, limit: Int) -> Self {
        speakers(
            """
            WHERE \(fits(speaker)) AND s.number > \(Int64(number))
            ORDER BY s.number LIMIT \(Int64(limit))
            """)
    }

    /// The first user who fits a speaker, from a random point on. Users who parted from the speaker
    /// lately are not drawn.
    ///
    /// - Complexity: one seek in the index `speaker_draw`, and some steps for those skipped.
    static func drawn(for speaker: StoredSpeaker, from point: Int64, at now: Moment) -> Self {
        speakers(
            """
            WHERE \(fits(speaker)) AND s.draw >= \(point) AND NOT EXISTS (
                SELECT 1 FROM partner_rest r WHERE r.until_ms > \(now)
                    AND ((r.low = \(speaker.user) AND r.high = s.user_id)
                    OR (r.low = s.user_id AND r.high = \(speaker.user))))
            ORDER BY s.draw LIMIT 1
            """)
    }

    /// A condition: an open profile with languages that fit, except the user's own, those of
    /// partners, and those blocked in either direction.
    private static func fits(_ speaker: StoredSpeaker) -> SQL {
        """
        s.known = \(speaker.learn) AND s.learn = \(speaker.known) AND s.is_open = 1
            AND s.user_id <> \(speaker.user)
            AND NOT EXISTS (
                SELECT 1 FROM partnership p WHERE (p.low = \(speaker.user) AND p.high = s.user_id)
                    OR (p.low = s.user_id AND p.high = \(speaker.user)))
            AND NOT EXISTS (
                SELECT 1 FROM block b
                WHERE (b.blocker = \(speaker.user) AND b.blocked = s.user_id)
                    OR (b.blocker = s.user_id AND b.blocked = \(speaker.user)))
        """
    }

    private static func speakers(_ which: SQL) -> Self {
        Query("SELECT \(columns) FROM speaker s JOIN person a ON a.id = s.user_id \(which)") {
            columns throws(StoreError) in
            let user: User.ID = try columns.id()
            let account = try UserProfile(from: &columns)
            var profile = Speaker()
            (profile.username, profile.avatar) = (account.username, account.avatar)
            profile.number = UInt32(clamping: try columns.integer())
            profile.firstName = try columns.text()
            profile.lastName = try columns.text()
            profile.known = try columns.text()
            profile.learn = try columns.text()
            profile.bio = try columns.text()
            profile.open = try columns.integer() != 0
            return StoredSpeaker(user: user, profile: profile)
        }
    }
}

/// The languages that speakers may know and learn, by their codes.
public struct Languages: Sendable {
    /// What a server has that says nothing else: the languages with most learners.
    ///
    /// - Source: ISO 639-1.
    public static let standard = [
        "ar", "bn", "cs", "da", "de", "el", "en", "es", "fa", "fi", "fr", "he", "hi", "hu", "id",
        "it", "ja", "ko", "nl", "no", "pl", "pt", "ro", "ru", "sv", "sw", "th", "tr", "uk", "ur",
        "vi", "zh",
    ]

    let codes: Set<String>

    /// - Parameter codes: of two or three small letters each.
    public init(_ codes: [String] = Languages.standard) { self.codes = Set(codes) }

    /// Whether a code is of two or three small letters.
    @Sendable static func isCode(_ code: String) -> Bool {
        (2...3).contains(code.utf8.count) && code.utf8.allSatisfy { (97...122).contains($0) }
    }

    /// - Throws: `.invalidField` for a language that this server does not have.
    func check(_ code: String, field: String) throws(Refusal) -> String {
        guard codes.contains(code) else {
            throw Refusal(
                .invalidField, field: field, "expected the code of a language of this server")
        }
        return code
    }
}
