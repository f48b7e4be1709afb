import Kernel

enum CircleSchema {
    /// A post's `twin` is the other user's post about the same overlap. A `circle_deed` is what one
    /// of the two users has said about it, and the post that resulted, even if that is deleted: so
    /// that there is never a second. Blocks hide in both directions.
    static let migrations = [
        Migration(
            "circle.posts",
            """
            CREATE TABLE circle_post (
                id {id},
                author BIGINT NOT NULL REFERENCES account (id),
                companion BIGINT REFERENCES account (id),
                twin BIGINT,
                activity TEXT NOT NULL,
                body TEXT NOT NULL,
                at_ms BIGINT NOT NULL
            );
            CREATE INDEX circle_post_author ON circle_post (author, id);
            CREATE INDEX circle_post_companion ON circle_post (companion, id);
            CREATE TABLE circle_deed (
                overlap_id BIGINT NOT NULL,
                user_id BIGINT NOT NULL REFERENCES account (id),
                is_confirmed BIGINT NOT NULL,
                body TEXT NOT NULL,
                post_id BIGINT,
                at_ms BIGINT NOT NULL,
                PRIMARY KEY (overlap_id, user_id)
            ) {clustered};
            CREATE INDEX circle_deed_user ON circle_deed (user_id);
            CREATE INDEX circle_deed_age ON circle_deed (at_ms);
            CREATE TABLE circle_like (
                post_id BIGINT NOT NULL REFERENCES circle_post (id),
                user_id BIGINT NOT NULL REFERENCES account (id),
                PRIMARY KEY (post_id, user_id)
            ) {clustered};
            CREATE INDEX circle_like_user ON circle_like (user_id, post_id);
            CREATE TABLE circle_comment (
                id {id},
                post_id BIGINT NOT NULL REFERENCES circle_post (id),
                author BIGINT NOT NULL REFERENCES account (id),
                body TEXT NOT NULL,
                at_ms BIGINT NOT NULL
            );
            CREATE INDEX circle_comment_post ON circle_comment (post_id, id);
            CREATE INDEX circle_comment_author ON circle_comment (author, id);
            CREATE INDEX circle_blocked ON block (blocked, blocker);
            CREATE VIEW circle_hidden (user_id, other_id) AS
                SELECT blocker, blocked FROM block UNION ALL SELECT blocked, blocker FROM block;
            """),
        // The number of comments of one user on a post. Likes and comments are acts: an act has its
        // own id among those of its kind on that post.
        Migration(
            "circle.acts",
            """
            CREATE INDEX circle_comment_own ON circle_comment (post_id, author);
            CREATE VIEW circle_act (post_id, kind, id, actor) AS
                SELECT post_id, 0, user_id, user_id FROM circle_like
                UNION ALL SELECT post_id, 1, id, author FROM circle_comment;
            """),
        // A deleted account is hidden from every user, here user 0, until all its rows are erased.
        Migration(
            "circle.departed",
            """
            DROP VIEW circle_hidden;
            CREATE VIEW circle_hidden (user_id, other_id) AS
                SELECT blocker, blocked FROM block UNION ALL SELECT blocked, blocker FROM block
                UNION ALL SELECT 0, id FROM account WHERE display_name = '';
            """),
        // The likes or comments of one actor on a post are one row with a count, so that no count
        // reads the comments. Neither acts nor comments refer to their post, which is deleted at
        // once: until they are deleted too, its id is in `circle_removed`. Deleted accounts are
        // looked up one by one, as everywhere: a list of them would grow with every account that
        // leaves.
        Migration(
            "circle.numbers",
            """
            DROP VIEW circle_act;
            CREATE TABLE circle_act (
                post_id BIGINT NOT NULL,
                kind BIGINT NOT NULL,
                actor BIGINT NOT NULL REFERENCES account (id),
                count BIGINT NOT NULL,
                PRIMARY KEY (post_id, kind, actor)
            ) {clustered};
            INSERT INTO circle_act (post_id, kind, actor, count)
                SELECT post_id, 0, user_id, 1 FROM circle_like
                UNION ALL
                SELECT post_id, 1, author, count(*) FROM circle_comment GROUP BY post_id, author;
            CREATE INDEX circle_act_actor ON circle_act (actor, kind, post_id);
            DROP TABLE circle_like;
            CREATE TABLE circle_said (
                id {id},
                post_id BIGINT NOT NULL,
                author BIGINT NOT NULL REFERENCES account (id),
                body TEXT NOT NULL,
                at_ms BIGINT NOT NULL
            );
            INSERT INTO circle_said SELECT id, post_id, author, body, at_ms FROM circle_comment;
            DROP TABLE circle_comment;
            ALTER TABLE circle_said RENAME TO circle_comment;
            CREATE INDEX circle_comment_post ON circle_comment (post_id, id);
            CREATE INDEX circle_comment_author ON circle_comment (author, id);
            CREATE INDEX circle_comment_own ON circle_comment (post_id, author);
            CREATE TABLE circle_removed (post_id BIGINT NOT NULL PRIMARY KEY) {clustered};
            DROP VIEW circle_hidden;
            CREATE VIEW circle_hidden (user_id, other_id) AS
                SELECT blocker, blocked FROM block UNION ALL SELECT blocked, blocker FROM block;
            """),
        // Whether a post waits for its author to be no longer up for the activity.
        Migration(
            "circle.waiting",
            """
            ALTER TABLE circle_deed ADD COLUMN is_waiting BIGINT NOT NULL DEFAULT 0;
            CREATE INDEX circle_deed_waiting ON circle_deed (user_id, overlap_id)
                WHERE is_waiting = 1;
            """),
        // Whether the author has confirmed the match that a post is about. If that is no longer
        // known, the post keeps the audience of the activity. A user with more waiting posts than
        // fit a transaction has a row in `circle_due`.
        Migration(
            "circle.audience",
            """
            ALTER TABLE circle_post ADD COLUMN is_confirmed BIGINT NOT NULL DEFAULT 0;
            UPDATE circle_post SET is_confirmed = 1 WHERE id IN (
                SELECT post_id FROM circle_deed WHERE is_confirmed = 1 AND post_id IS NOT NULL);
            CREATE TABLE circle_due (user_id BIGINT NOT NULL PRIMARY KEY) {clustered};
            INSERT INTO circle_due (user_id)
                SELECT DISTINCT user_id FROM circle_deed WHERE is_waiting = 1;
            """),
        // The users whom a post of several names beside its author.
        Migration(
            "circle.company",
            """
            CREATE TABLE circle_company (
                post_id BIGINT NOT NULL,
                user_id BIGINT NOT NULL REFERENCES account (id),
                PRIMARY KEY (post_id, user_id)
            ) {clustered};
            CREATE INDEX circle_company_user ON circle_company (user_id, post_id);
            """),
    ]
}
