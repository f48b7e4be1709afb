// The yardstick of what the store is asked: what plain C and SQLite pay for the same statements.
//
// Messages: what a message reads and writes, so many of them in a commit with synchronous=FULL, the
// WAL moved out by the same thread. Snapshots: what is read when somebody signs in. Neither has a
// socket, a protocol, an answer or anything to decide. Processor time is that of the process; of
// five rounds the least counts.
//
//     cc -O2 -o statements statements.c -lsqlite3 && ./statements messages A_COMMIT
//     ./statements snapshots FRIENDS
//
//     A_COMMIT  messages in a commit, of which 20,000 are a multiple
//     FRIENDS   an even number of friends of each, 2…400
#include <malloc.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store.h"

enum { ROUNDS = 5, TALKERS = 100, PEOPLE = 3000, MESSAGES = 20000, SNAPSHOTS = 10000 };

// A statement is prepared once: where it stands is what it is known by.
#define PREPARED(sql) ({ static sqlite3_stmt *kept; if (!kept) kept = prepared(sql); kept; })

// Binds `text` to the first parameter, if there is one, and numbers to the others; reads all rows.
// Gives the first column of the last row.
static long long ask(
    sqlite3_stmt *statement, const char *text, int count, const long long *values) {
    int place = 1, code;
    long long found = 0;
    if (text) sqlite3_bind_text(statement, place++, text, -1, SQLITE_TRANSIENT);
    for (int i = 0; i < count; i++) sqlite3_bind_int64(statement, place++, values[i]);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        for (int i = 1; i < sqlite3_column_count(statement); i++) {
            int is_number = sqlite3_column_type(statement, i) == SQLITE_INTEGER;
            is_number ? (void)sqlite3_column_int64(statement, i)
                      : (void)sqlite3_column_text(statement, i);
        }
        found = sqlite3_column_int64(statement, 0);
    }
    must(code == SQLITE_DONE, sqlite3_sql(statement));
    sqlite3_reset(statement);
    return found;
}

#define ASK(sql, text, ...) ask(PREPARED(sql), text, \
    sizeof((long long[]){__VA_ARGS__}) / sizeof(long long), (long long[]){__VA_ARGS__})

static double processor_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

static void open_database(const char *path, int people, int friends) {
    // Or each table that SQLite sorts in is taken from the system, and given back.
    mallopt(M_TRIM_THRESHOLD, 1 << 26);
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    must(sqlite3_open_v2(path, &database,
             SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK,
        path);
    run("PRAGMA journal_mode=wal; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=16000;"
        "PRAGMA cache_size=-4096;"
        "CREATE TABLE account (id INTEGER PRIMARY KEY, username TEXT NOT NULL UNIQUE,"
        " email TEXT NOT NULL UNIQUE, display_name TEXT NOT NULL, password_hash TEXT NOT NULL,"
        " avatar TEXT NOT NULL DEFAULT '');"
        "CREATE VIEW person (id, username, display_name, avatar) AS"
        " SELECT id, username, display_name, avatar FROM account WHERE display_name <> '';"
        "CREATE TABLE token (id INTEGER PRIMARY KEY, user_id BIGINT NOT NULL,"
        " secret_hash TEXT NOT NULL UNIQUE, expires_ms BIGINT);"
        "CREATE TABLE ban (user_id BIGINT PRIMARY KEY, reason TEXT) WITHOUT ROWID;"
        "CREATE TABLE privacy (user_id BIGINT PRIMARY KEY, is_invisible BIGINT) WITHOUT ROWID;"
        "CREATE TABLE epoch (name TEXT);"
        "CREATE TABLE friendship (low BIGINT, high BIGINT, since_ms BIGINT,"
        " PRIMARY KEY (low, high)) WITHOUT ROWID;"
        "CREATE INDEX friendship_high ON friendship (high, low, since_ms);"
        "CREATE VIEW friend (user_id, friend_id, since_ms) AS"
        " SELECT low, high, since_ms FROM friendship UNION ALL"
        " SELECT high, low, since_ms FROM friendship;"
        "CREATE TABLE last_seen (user_id BIGINT PRIMARY KEY, seen_ms BIGINT) WITHOUT ROWID;"
        "CREATE TABLE block (blocker BIGINT, blocked BIGINT,"
        " PRIMARY KEY (blocker, blocked)) WITHOUT ROWID;"
        "CREATE TABLE friend_request (sender BIGINT, receiver BIGINT, message TEXT, at_ms BIGINT,"
        " is_declined BIGINT, PRIMARY KEY (sender, receiver)) WITHOUT ROWID;"
        "CREATE INDEX friend_request_pending ON friend_request (receiver, at_ms, sender)"
        " WHERE is_declined = 0;"
        "CREATE TABLE toggle (user_id BIGINT, room_id BIGINT, activity TEXT, set_ms BIGINT,"
        " expires_ms BIGINT, notice_ms BIGINT, PRIMARY KEY (user_id, room_id, activity))"
        " WITHOUT ROWID;"
        "CREATE TABLE overlap (id INTEGER PRIMARY KEY, low BIGINT, high BIGINT,"
        " activity TEXT, began_ms BIGINT, ended_ms BIGINT, is_over BIGINT, room_id BIGINT);"
        "CREATE INDEX overlap_low ON overlap (low, room_id, is_over, high);"
        "CREATE INDEX overlap_high ON overlap (high, room_id, is_over);"
        "CREATE TABLE room (id INTEGER PRIMARY KEY, low BIGINT, high BIGINT, UNIQUE (low, high));"
        "CREATE INDEX room_high ON room (high);"
        "CREATE TABLE room_message (room_id BIGINT, seq BIGINT, author BIGINT, event_id BIGINT,"
        " said BIGINT, change_id BIGINT NOT NULL DEFAULT 0, is_indexed BIGINT NOT NULL DEFAULT 0,"
        " PRIMARY KEY (room_id, seq)) WITHOUT ROWID;"
        "CREATE INDEX room_message_fresh ON room_message (room_id, event_id) WHERE is_indexed = 0;"
        "CREATE TABLE event (id INTEGER PRIMARY KEY, at_ms BIGINT, body BLOB,"
        " reference_count BIGINT);"
        "CREATE TABLE inbox (user_id BIGINT, seq BIGINT, event_id BIGINT,"
        " PRIMARY KEY (user_id, seq)) WITHOUT ROWID;"
        "CREATE TABLE command_log (user_id BIGINT, cid TEXT, command BIGINT, digest BIGINT,"
        " at_ms BIGINT, reply BLOB, PRIMARY KEY (user_id, cid)) WITHOUT ROWID;"
        "INSERT INTO epoch VALUES ('an epoch');"
        "BEGIN");
    char name[32];
    for (long long i = 1; i <= people; i++) {
        snprintf(name, sizeof name, "person-%lld", i);
        ASK("INSERT INTO account (username, id, email, display_name, password_hash)"
            " VALUES (?1, ?2, ?1 || '@example.org', 'Somebody ' || ?1, hex(zeroblob(48)))",
            name, i);
        ASK("INSERT INTO token VALUES (?2, ?2, ?1, 1800000000000)", name, i);
        ASK("INSERT INTO last_seen VALUES (?1, 1700000000000)", NULL, i);
        for (int j = 1; j <= friends / 2; j++) {
            long long other = (i - 1 + j) % people + 1;
            ASK("INSERT INTO friendship VALUES (min(?1, ?2), max(?1, ?2), 1700000000000)",
                NULL, i, other);
        }
    }
    run("COMMIT; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)");
}

static long long numbered, said[TALKERS + 1], heard[TALKERS + 1];

static void message(void) {
    long long author = numbered % TALKERS + 1, other = author % 2 ? author + 1 : author - 1;
    long long low = author < other ? author : other, high = author < other ? other : author;
    long long id = ++numbered, now = 1700000000000 + id;
    char name[32], cid[32];
    snprintf(cid, sizeof cid, "c-%016llx", id * 0x9E3779B97F4A7C15ull);
    snprintf(name, sizeof name, "person-%lld", other);
    ASK("SELECT command, digest, reply FROM command_log WHERE cid = ?1 AND user_id = ?2",
        cid, author);
    ASK("SELECT id, username, display_name, email, avatar FROM account WHERE username = ?1"
        " AND display_name <> ''", name);
    ASK("SELECT since_ms FROM friendship WHERE low = ?1 AND high = ?2", NULL, low, high);
    ASK("SELECT id, username, display_name, email, avatar FROM account WHERE id = ?1",
        NULL, author);
    long long room = ASK("SELECT id FROM room WHERE low = ?1 AND high = ?2", NULL, low, high);
    if (!room) {
        room = low;
        ASK("INSERT INTO room (id, low, high) VALUES (?1, ?1, ?2)", NULL, low, high);
    }
    ASK("INSERT INTO event (id, at_ms, body, reference_count)"
        " VALUES (?1, ?2, zeroblob(150), 1000000000)",
        NULL, id, now);
    ASK("INSERT INTO inbox (user_id, seq, event_id) VALUES (?1, ?2, ?3)",
        NULL, author, ++heard[author], id);
    ASK("INSERT INTO inbox (user_id, seq, event_id) VALUES (?1, ?2, ?3)",
        NULL, other, ++heard[other], id);
    ASK("INSERT INTO room_message (room_id, seq, author, event_id, said)"
        " VALUES (?1, ?2, ?3, ?4, ?2)",
        NULL, room, ++said[low], author, id);
    ASK("INSERT INTO command_log (cid, user_id, command, digest, at_ms, reply)"
        " VALUES (?1, ?2, 400, ?3, ?4, zeroblob(40))", cid, author, id * 7919, now);
}

static void messages(int a_commit) {
    for (int i = 0; i < MESSAGES; i += a_commit) {
        ASK("BEGIN IMMEDIATE", NULL);
        for (int j = 0; j < a_commit; j++) message();
        ASK("COMMIT", NULL);
    }
}

static void snapshot(long long person) {
    char name[32];
    snprintf(name, sizeof name, "person-%lld", person);
    ASK("BEGIN", NULL);
    ASK("SELECT t.id, t.user_id, a.username FROM token t JOIN account a ON a.id = t.user_id"
        " WHERE t.secret_hash = ?1 AND t.expires_ms > 1700000000000", name);
    ASK("SELECT reason FROM ban WHERE user_id = ?1", NULL, person);
    ASK("SELECT id, username, display_name, email, avatar FROM account WHERE id = ?1",
        NULL, person);
    ASK("SELECT coalesce((SELECT max(seq) FROM inbox WHERE user_id = ?1), 0),"
        " coalesce((SELECT min(seq) FROM inbox WHERE user_id = ?1), 1)", NULL, person);
    ASK("SELECT name FROM epoch", NULL);
    ASK("SELECT is_invisible FROM privacy WHERE user_id = ?1", NULL, person);
    ASK("SELECT a.id, a.username, a.display_name, a.avatar, f.since_ms, l.seen_ms"
        " FROM friend f JOIN person a ON a.id = f.friend_id"
        " LEFT JOIN last_seen l ON l.user_id = f.friend_id"
        " WHERE f.user_id = ?1 ORDER BY a.username", NULL, person);
    ASK("SELECT a.username, a.display_name, a.avatar, r.message, r.at_ms FROM friend_request r"
        " JOIN person a ON a.id = r.sender WHERE r.receiver = ?1 AND r.is_declined = 0"
        " ORDER BY r.at_ms, r.sender LIMIT 200", NULL, person);
    ASK("SELECT a.username, a.display_name, a.avatar, r.message, r.at_ms FROM friend_request r"
        " JOIN person a ON a.id = r.receiver WHERE r.sender = ?1"
        " ORDER BY r.at_ms, r.receiver", NULL, person);
    ASK("SELECT a.username, a.display_name, a.avatar FROM block b JOIN person a ON a.id = b.blocked"
        " WHERE b.blocker = ?1 ORDER BY a.username", NULL, person);
    ASK("SELECT user_id, room_id, activity, set_ms, expires_ms FROM toggle"
        " WHERE user_id = ?1 AND room_id = 0 AND expires_ms > 1700000000000", NULL, person);
    ASK("SELECT m.activity, a.username, a.display_name, a.avatar, m.began_ms, m.ended_ms FROM ("
        " SELECT id, high AS friend_id, activity, began_ms, ended_ms FROM overlap"
        " WHERE room_id = 0 AND low = ?1 AND is_over <= 0 AND (ended_ms IS NULL OR ended_ms >= ?2) UNION ALL"
        " SELECT id, low, activity, began_ms, ended_ms FROM overlap"
        " WHERE room_id = 0 AND high = ?1 AND is_over <= 0 AND (ended_ms IS NULL OR ended_ms >= ?2)) m"
        " JOIN person a ON a.id = m.friend_id WHERE EXISTS"
        " (SELECT 1 FROM friend f WHERE f.user_id = ?1 AND f.friend_id = m.friend_id)"
        " ORDER BY m.began_ms DESC, m.id DESC LIMIT 200", NULL, person, INT64_MAX);
    ASK("SELECT r.id, a.id, a.username, e.body FROM ("
        " SELECT id, low, high, high AS friend_id FROM room WHERE low = ?1 UNION ALL"
        " SELECT id, low, high, low FROM room WHERE high = ?1) r"
        " JOIN friendship f ON f.low = r.low AND f.high = r.high"
        " JOIN person a ON a.id = r.friend_id JOIN room_message m ON m.room_id = r.id"
        " AND m.seq = (SELECT max(n.seq) FROM room_message n WHERE n.room_id = r.id)"
        " JOIN event e ON e.id = m.event_id ORDER BY e.id DESC", NULL, person);
    ASK("COMMIT", NULL);
}

static void snapshots(void) {
    for (int i = 0; i < SNAPSHOTS; i++) snapshot((i * 7919ll) % PEOPLE + 1);
}

int main(int count, char **words) {
    int number = count == 3 ? atoi(words[2]) : 0;
    int writes = count == 3 && strcmp(words[1], "messages") == 0;
    int reads = count == 3 && strcmp(words[1], "snapshots") == 0;
    int fits = number >= 1 && number <= 400;
    if (fits) fits = writes ? MESSAGES % number == 0 : number % 2 == 0;
    if ((!writes && !reads) || !fits) {
        fputs("usage: statements messages A_COMMIT | snapshots FRIENDS\n"
              "expected 1 to 400, a divisor of 20,000; or an even number up to 400\n", stderr);
        return 64;
    }
    char folder[] = "statements-XXXXXX", path[64], command[80];
    must(mkdtemp(folder) != NULL, "mkdtemp");
    snprintf(path, sizeof path, "%s/data", folder);
    open_database(path, writes ? TALKERS : PEOPLE, writes ? 2 : number);
    double least = 0;
    for (int round = 0; round <= ROUNDS; round++) {
        double start = processor_time();
        writes ? messages(number) : snapshots();
        double each = (processor_time() - start) / (writes ? MESSAGES : SNAPSHOTS);
        // The first round makes the rooms, and fills the caches.
        if (round == 1 || (round > 1 && each < least)) least = each;
    }
    if (writes) {
        printf("%d messages a commit: %.1f us of processor a message\n", number, least);
    } else {
        printf("a snapshot with %d friends: %.1f us of processor\n", number, least);
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 ? 0 : 1;
}
