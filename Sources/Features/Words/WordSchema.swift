import Kernel

enum WordSchema {
    static let migrations = [players, rounds, contests, numbers, answers]

    /// Numbers of duels are drawn at random and have no order: the times of their ends have.
    private static let numbers = Migration(
        "words.numbers",
        """
        DROP TABLE word_number;
        DROP INDEX word_duel_low;
        DROP INDEX word_duel_high;
        CREATE INDEX word_duel_low ON word_duel (low, until_ms, number);
        CREATE INDEX word_duel_high ON word_duel (high, until_ms, number);
        """)

    private static let players = Migration(
        "words.1",
        """
        CREATE TABLE word_player (
            user_id BIGINT NOT NULL PRIMARY KEY REFERENCES account (id),
            language TEXT NOT NULL,
            level BIGINT NOT NULL,
            category TEXT NOT NULL,
            notifies BIGINT NOT NULL,
            zone BIGINT NOT NULL,
            games BIGINT NOT NULL,
            streak BIGINT NOT NULL,
            best BIGINT NOT NULL,
            seen BIGINT NOT NULL,
            favourites BIGINT NOT NULL,
            created_ms BIGINT NOT NULL,
            updated_ms BIGINT NOT NULL,
            daily_ms BIGINT
        );
        CREATE INDEX word_player_daily ON word_player (daily_ms) WHERE daily_ms IS NOT NULL;
        CREATE TABLE word_score (
            user_id BIGINT NOT NULL,
            game BIGINT NOT NULL,
            played BIGINT NOT NULL,
            solved BIGINT NOT NULL,
            score BIGINT NOT NULL,
            PRIMARY KEY (user_id, game)
        ) {clustered};
        CREATE TABLE word_seen (
            user_id BIGINT NOT NULL,
            language TEXT NOT NULL,
            word TEXT NOT NULL,
            sense BIGINT NOT NULL,
            level BIGINT NOT NULL,
            count BIGINT NOT NULL,
            draw BIGINT NOT NULL,
            PRIMARY KEY (user_id, language, word)
        ) {clustered};
        CREATE INDEX word_seen_draw ON word_seen (user_id, language, level, draw);
        CREATE TABLE word_favourite (
            user_id BIGINT NOT NULL,
            language TEXT NOT NULL,
            word TEXT NOT NULL,
            at_ms BIGINT NOT NULL,
            PRIMARY KEY (user_id, language, word)
        ) {clustered};
        """)

    /// Questions and outcomes are stored as messages; an open round has its right answer there.
    private static let rounds = Migration(
        "words.2",
        """
        CREATE TABLE word_round (
            id {id},
            user_id BIGINT NOT NULL,
            contest BIGINT NOT NULL,
            game BIGINT NOT NULL,
            language TEXT NOT NULL,
            asked {blob} NOT NULL,
            outcome {blob} NOT NULL,
            expires_ms BIGINT NOT NULL,
            ended_ms BIGINT
        );
        CREATE UNIQUE INDEX word_round_open ON word_round (user_id, contest, game, language)
            WHERE ended_ms IS NULL;
        CREATE INDEX word_round_due ON word_round (expires_ms, id) WHERE ended_ms IS NULL;
        CREATE INDEX word_round_over ON word_round (ended_ms) WHERE ended_ms IS NOT NULL;
        CREATE INDEX word_round_user ON word_round (user_id, id);
        """)

    /// A contest is a day's challenge, or a duel: questions that several are asked.
    private static let contests = Migration(
        "words.3",
        """
        CREATE TABLE word_contest (
            id {id},
            language TEXT NOT NULL,
            day BIGINT,
            duel BIGINT,
            count BIGINT NOT NULL,
            since_ms BIGINT NOT NULL
        );
        CREATE UNIQUE INDEX word_contest_day ON word_contest (language, day)
            WHERE day IS NOT NULL;
        CREATE INDEX word_contest_since ON word_contest (since_ms);
        CREATE TABLE word_task (
            contest BIGINT NOT NULL,
            number BIGINT NOT NULL,
            game BIGINT NOT NULL,
            word TEXT NOT NULL,
            sense BIGINT NOT NULL,
            level BIGINT NOT NULL,
            part TEXT NOT NULL,
            definition TEXT NOT NULL,
            prompt TEXT NOT NULL,
            choices TEXT NOT NULL,
            PRIMARY KEY (contest, number)
        ) {clustered};
        CREATE TABLE word_entrant (
            contest BIGINT NOT NULL,
            user_id BIGINT NOT NULL,
            played BIGINT NOT NULL,
            solved BIGINT NOT NULL,
            zone BIGINT NOT NULL,
            begun_ms BIGINT NOT NULL,
            finished_ms BIGINT,
            PRIMARY KEY (contest, user_id)
        ) {clustered};
        CREATE INDEX word_entrant_user ON word_entrant (user_id, begun_ms);
        CREATE TABLE word_duel (
            number BIGINT NOT NULL PRIMARY KEY,
            contest BIGINT NOT NULL,
            low BIGINT NOT NULL,
            high BIGINT NOT NULL,
            until_ms BIGINT NOT NULL,
            ended_ms BIGINT,
            is_called_off BIGINT NOT NULL,
            CHECK (low < high)
        );
        CREATE UNIQUE INDEX word_duel_open ON word_duel (low, high) WHERE ended_ms IS NULL;
        CREATE INDEX word_duel_due ON word_duel (until_ms) WHERE ended_ms IS NULL;
        CREATE INDEX word_duel_over ON word_duel (until_ms) WHERE ended_ms IS NOT NULL;
        CREATE INDEX word_duel_low ON word_duel (low, number);
        CREATE INDEX word_duel_high ON word_duel (high, number);
        CREATE TABLE word_number (
            kind TEXT NOT NULL PRIMARY KEY,
            last BIGINT NOT NULL
        ) {clustered};
        """)

    /// sense: which meaning counts as seen when the round is over; 0: the version before has
    /// counted it when it was asked. is_void: whether a device failed, and the question is to be
    /// asked again.
    private static let answers = Migration(
        "words.answers",
        """
        ALTER TABLE word_round ADD COLUMN sense BIGINT NOT NULL DEFAULT 0;
        ALTER TABLE word_round ADD COLUMN is_void BIGINT NOT NULL DEFAULT 0;
        CREATE INDEX word_round_void ON word_round (user_id, game, language) WHERE is_void = 1;
        """)

    static let audits = [
        Audit(
            "a player's games are those of all their scores, and the best run is none longer",
            breaches: """
                SELECT count(*) FROM word_player p
                WHERE p.games <> (SELECT coalesce(sum(s.played), 0) FROM word_score s
                        WHERE s.user_id = p.user_id)
                    OR p.streak > p.best OR p.best > p.games
                """),
        Audit(
            "nobody has solved more games than were played",
            breaches: """
                SELECT (SELECT count(*) FROM word_score WHERE solved > played)
                    + (SELECT count(*) FROM word_entrant WHERE solved > played)
                """),
        Audit(
            "a player's favourites and seen words are counted",
            breaches: """
                SELECT count(*) FROM word_player p
                WHERE p.favourites <> (SELECT count(*) FROM word_favourite f
                        WHERE f.user_id = p.user_id)
                    OR p.seen <> (SELECT count(*) FROM word_seen s WHERE s.user_id = p.user_id)
                """),
        Audit(
            "an entrant has played the rounds of a contest, and no more",
            breaches: """
                SELECT count(*) FROM word_entrant e
                LEFT JOIN word_contest c ON c.id = e.contest
                WHERE c.id IS NULL OR e.played > c.count
                    OR (e.finished_ms IS NOT NULL) <> (e.played = c.count)
                """),
    ]
}
