import Kernel
import Promises

/// How deliberate bugs change statements and numbers on their way to SQLite.
struct Sabotage {
    /// Counters from which a mutant makes up numbers.
    private var counters: [Kernel.Sequence: UInt32] = [:]
    /// How many players have yet to learn that a duel has ended.
    private var listenersLeft = 0

    private var votes = FalseVotes()

    /// The daemon has started.
    mutating func booted() { counters = [:] }

    /// The statement as a mutant changes it; nil when it is not run at all.
    mutating func statement(_ sql: SQL, _ mutant: Mutant) -> SQL? {
        switch mutant {
        case .forgetsCid: sql.does("INSERT INTO command_log") ? nil : sql
        case .keepsFriendship: sql.does("DELETE FROM bond") ? nil : sql
        case .matchesTwice: sql.does("INSERT INTO overlap") ? nil : sql
        case .keepsWords: sql.does("UPDATE event SET body") ? nil : sql
        case .losesMarks: sql.does("INSERT INTO room_mark") ? nil : sql
        case .losesGrace: sql.does("UPDATE overlap SET ended_ms = NULL") ? nil : sql
        case .losesBlock: sql.does("INSERT INTO block") ? nil : sql
        case .logoutKeepsToken: sql.does("DELETE FROM token") ? nil : sql
        case .losesExclusion: sql.does("INSERT INTO activity_exclusion") ? nil : sql
        case .keepsPartners: sql.does("DELETE FROM partnership WHERE") ? nil : sql
        case .keepsSpeaker: sql.does("DELETE FROM speaker WHERE") ? nil : sql
        case .keepsGroupMember: sql.does("UPDATE room_member SET is_in = 0") ? nil : sql
        case .showsThePast:
            sql.reworded(sql.text.replacing("SELECT id, since, is_in", with: "SELECT id, 0, is_in"))
        case .replaysToFormerMember:
            sql.does("SELECT k.since FROM room_group g")
                ? sql.reworded(sql.text.replacing("AND k.is_in = 1", with: "")) : sql
        case .losesRest: sql.does("INSERT INTO partner_rest") ? nil : sql
        case .passesAgain:
            sql.does("UPDATE partnership SET status") && sql.binds.dropFirst().first == .null
                ? nil : sql
        case .keepsMarker: sql.does("DELETE FROM place WHERE user_id = ?") ? nil : sql
        case .outlivesTime:
            sql.does("DELETE FROM place WHERE user_id IN")
                ? nil
                : sql.reworded(
                    sql.text.replacing("c.expires_ms > ?", with: "c.expires_ms > 0 * ?"))
        case .tellsUnmeant:
            sql.does("SELECT friend_id FROM activity_exclusion")
                && sql.binds.last == .text(Markers.audience)
                ? sql.reworded(sql.text + " AND 1 = 0") : sql
        case .losesMute: sql.text.contains("user_id, seq, is_muted)") ? nil : sql
        case .prunesTooMuch:
            sql.does("DELETE FROM inbox")
                ? sql.reworded(sql.text.replacing("seq < ?", with: "seq <= ?")) : sql
        case .receiptsMoveBack:
            sql.reworded(
                sql.text.replacing("SELECT acked FROM inbox_mark", with: "SELECT 0 FROM inbox_mark")
                    .replacing("WHERE excluded.event_id > room_delivery.event_id", with: ""))
        case .sharesReceipts:
            sql.reworded(
                sql.text.replacing(
                    "shares_receipts, posts_on_circle, is_listed,",
                    with: "1, posts_on_circle, is_listed,"))
        case .hidesFloor:
            sql.reworded(
                sql.text.replacing(
                    "coalesce((SELECT min(seq)", with: "1 + 0 * coalesce((SELECT min(seq)"))
        default: teamStatement(sql, mutant)
        }
    }

    private mutating func teamStatement(_ sql: SQL, _ mutant: Mutant) -> SQL? {
        switch mutant {
        case .overfillsTeams:
            sql.reworded(
                sql.text.replacing(
                    "p.number, p.title, p.capacity,", with: "p.number, p.title, p.capacity + 1,"))
        case .keepsMember: sql.does("DELETE FROM team_member") ? nil : sql
        case .matchesLeft:
            sql.reworded(
                sql.text.replacing("SELECT way, changes, at_ms", with: "SELECT 1, changes, at_ms"))
        case .everybodyIsCompany:
            sql.reworded(sql.text.replacing("AND c.role IN (?)", with: "AND c.role >= 0 * ?"))
        case .readsUnwanted:
            sql.reworded(
                sql.text.replacing(
                    "AND s.by_project = 0\n", with: "AND s.by_project IN (0, 1)\n"))
        case .keepsRole: sql.does("UPDATE team_attendance SET role") ? nil : sql
        case .losesWaiting: sql.does("UPDATE team_swipe SET waits_ms") ? nil : sql
        default: wordStatement(sql, mutant)
        }
    }

    private mutating func wordStatement(_ sql: SQL, _ mutant: Mutant) -> SQL? {
        switch mutant {
        case .endsForOne: tellingOne(sql)
        case .postsWhileUp:
            sql.does("SELECT activity FROM activity_state WHERE user_id")
                ? sql.reworded(sql.text + " AND 1 = 0") : sql
        case .showsAnswer:
            sql.text.contains("FROM word_round WHERE id = ? AND user_id = ?")
                ? sql.reworded(
                    sql.text.replacing("expires_ms, ended_ms", with: "expires_ms, 1")) : sql
        case .answersTwice: sql.does("UPDATE word_round SET outcome") ? nil : sql
        case .losesHighScore:
            sql.reworded(
                sql.text.replacing("zone, games, streak, best", with: "zone, games, streak, streak")
            )
        case .showsUnfinished:
            sql.does("SELECT p.username, p.display_name, p.avatar, e.solved")
                ? sql.reworded(sql.text.replacing("AND e.finished_ms IS NOT NULL", with: "")) : sql
        case .waitsForever:
            sql.does("SELECT id, user_id, contest, asked, outcome")
                ? sql.reworded(sql.text.replacing("expires_ms <= ?", with: "expires_ms <= 0 * ?"))
                : sql
        default: toggleStatement(sql, mutant)
        }
    }

    private mutating func toggleStatement(_ sql: SQL, _ mutant: Mutant) -> SQL? {
        switch mutant {
        case .showsWithdrawn:
            sql.reworded(
                sql.text.replacing(
                    "ended_ms IS NULL AND (room_id > 0 OR room_id = 0 AND is_over = 0)",
                    with: "room_id >= 0"))
        case .keepsSaid:
            sql.reworded(
                sql.text.replacing(
                    "details = excluded.details", with: "details = toggle.details"))
        case .losesMatchByEdit:
            sql.reworded(
                sql.text.replacing(
                    "expires_ms = excluded.expires_ms,", with: "expires_ms = toggle.set_ms,"))
        case .introduces:
            sql.does("SELECT b.blocker, b.blocked FROM plan_guest")
                ? sql.reworded(
                    sql.text.replacing("WHERE g.plan = ?", with: "WHERE g.plan = 0 * ?")) : sql
        case .countsVoteTwice, .keepsVote: votes.statement(sql, mutant)
        case .showsEarlierPins:
            sql.text.contains("FROM room_pin p")
                ? sql.reworded(sql.text.replacing("p.seq > ?", with: "p.seq > 0 * ?")) : sql
        case .readsFileAfterLeaving:
            sql.text.contains("FROM room_file f")
                ? sql.reworded(sql.text.replacing("k.is_in = 1", with: "k.is_in >= 0")) : sql
        case .keepsFile:
            sql.text.contains("room_file")
                && ["UPDATE room_file SET is_gone = 1", "INSERT INTO file_removed", "DELETE FROM"]
                    .contains { sql.does($0) }
                ? nil : sql
        case .typesToMembers:
            sql.does("SELECT k.user_id FROM room_group g")
                ? sql.reworded(
                    sql.text.replacing("r WHERE r.user_id", with: "r WHERE 1 = 1 OR r.user_id"))
                : sql
        case .keepsExpired:
            sql.does("UPDATE room_message SET expires_ms") ? nil : sql
        case .quotesExpired where !sql.text.contains("AND m.seq IN ("): sql
        case .readsExpired, .quotesExpired:
            sql.reworded(
                sql.text.replacing("m.expires_ms > ?)", with: "m.expires_ms > 1 + 0 * ?)"))
        case .sendsFileTwice: sql.does("UPDATE room_file SET room_id") ? nil : sql
        case .quotesThePast:
            sql.text.contains("AND m.seq IN (")
                ? sql.reworded(sql.text.replacing("AND m.seq > ?", with: "AND m.seq > 0 * ?")) : sql
        case .mentionsStrangers:
            sql.does("SELECT p.username FROM person p JOIN room_member k")
                ? sql.reworded(sql.text.replacing("AND k.is_in = 1", with: "")) : sql
        case .mentionsBlocking:
            sql.text.contains("FROM room_mention x JOIN room_message m")
                ? sql.reworded(
                    sql.text.replacing("b.blocked = m.author)),", with: "b.blocked = 0)),")) : sql
        case .plansWithUnmatched:
            sql.text.contains("o.room_id = ? AND o.is_over = 0 AND o.activity = ?")
                ? sql.reworded(sql.text.replacing("o.ended_ms", with: "NULL")) : sql
        default: sql
        }
    }

    /// The writer reads a duel once for each of the two players who learn that it has ended. The
    /// second read finds nothing.
    private mutating func tellingOne(_ sql: SQL) -> SQL {
        if sql.does("UPDATE word_duel SET ended_ms") { listenersLeft = 2 }
        guard listenersLeft > 0, sql.text.contains("duel, count FROM word_contest") else {
            return sql
        }
        listenersLeft -= 1
        return listenersLeft == 0 ? sql.reworded(sql.text + " AND 1 = 0") : sql
    }

    /// The number as a mutant changes it.
    mutating func number(
        _ number: UInt32, of sequence: Kernel.Sequence, _ mutant: Mutant
    ) -> UInt32 {
        switch mutant {
        case .numbersLost:
            counters[sequence] = max(number, (counters[sequence] ?? 0) + 1)
            return counters[sequence] ?? number
        case .numbersByNode:
            // As it was when this node last took one.
            counters[sequence] = (counters[sequence] ?? number - 1) + 1
            return counters[sequence] ?? number
        case .numbersAnew:
            counters[sequence, default: 0] += 1
            return counters[sequence] ?? number
        default: return number
        }
    }
}

extension SQL {
    fileprivate func does(_ beginning: String) -> Bool { text.hasPrefix(beginning) }
}
