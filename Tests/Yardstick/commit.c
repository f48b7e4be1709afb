// The yardstick of a durable commit that comes alone: what plain C and SQLite pay for it.
//
// A timer wakes a loop 500 times a second; the loop wakes a writer, which puts one row into each of
// some tables (a page of the WAL each), commits with synchronous=FULL and wakes the loop: `upford`
// without a socket, a protocol or anything to decide. Processor time is that of the process; a
// commit's time is from the tick until the loop has heard of it.
//
//     cc -O2 -o commit commit.c -lsqlite3 && ./commit PAGES [hub]
//
//     PAGES  0…64; 0: nothing is committed, the threads only wake one another
//     hub    a third thread stands between writer and loop
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "store.h"

enum { ROUNDS = 5000, WARM_UP = 100, PAGES_MAX = 64, PERIOD_NS = 2000000, TIMER = 1, DONE = 2 };

static int pages, done;
static double ticked[ROUNDS + WARM_UP], took[ROUNDS + WARM_UP];
static sem_t to_writer, to_hub;
static sqlite3_stmt *begin, *commit, *inserts[PAGES_MAX];

static void step(sqlite3_stmt *statement) {
    must(sqlite3_step(statement) == SQLITE_DONE, sqlite3_sql(statement));
    sqlite3_reset(statement);
}

static void open_database(const char *path) {
    char sql[200];
    must(sqlite3_open(path, &database) == SQLITE_OK, path);
    run("PRAGMA journal_mode=wal; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=0");
    // The WAL is written over, as it is in a server that has run for a while.
    run("CREATE TABLE filling (b BLOB); INSERT INTO filling VALUES (zeroblob(64000000))");
    for (int i = 0; i < pages; i++) {
        snprintf(sql, sizeof sql, "CREATE TABLE t%d (id INTEGER PRIMARY KEY, body BLOB)", i);
        run(sql);
        snprintf(sql, sizeof sql, "INSERT INTO t%d (body) VALUES (zeroblob(60))", i);
        inserts[i] = prepared(sql);
    }
    run("PRAGMA wal_checkpoint(PASSIVE)");
    begin = prepared("BEGIN IMMEDIATE");
    commit = prepared("COMMIT");
}

static void *write_on(void *next) {
    for (;;) {
        sem_wait(&to_writer);
        if (pages > 0) step(begin);
        for (int i = 0; i < pages; i++) step(inserts[i]);
        if (pages > 0) step(commit);
        next ? sem_post(next) : eventfd_write(done, 1);
    }
    return NULL;
}

static void *pass_on(void *unused) {
    for (;;) {
        sem_wait(&to_hub);
        eventfd_write(done, 1);
    }
    return unused;
}

static double microseconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

static int ascending(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

// Gives the processor time of a commit, and leaves in `took` how long each of them took.
static double measure(void) {
    int poller = epoll_create1(0), timer = timerfd_create(CLOCK_MONOTONIC, 0), sent = 0, over = 0;
    struct itimerspec period = {{0, PERIOD_NS}, {0, PERIOD_NS}};
    struct epoll_event tick = {EPOLLIN, {.u32 = TIMER}}, end = {EPOLLIN, {.u32 = DONE}};
    epoll_ctl(poller, EPOLL_CTL_ADD, timer, &tick);
    epoll_ctl(poller, EPOLL_CTL_ADD, done, &end);
    timerfd_settime(timer, 0, &period, NULL);
    double start = 0;
    while (over < ROUNDS + WARM_UP) {
        struct epoll_event events[2];
        int count = epoll_wait(poller, events, 2, -1);
        double now = microseconds(CLOCK_MONOTONIC);
        for (int i = 0; i < count; i++) {
            uint64_t times;
            must(read(events[i].data.u32 == DONE ? done : timer, &times, sizeof times) > 0, "read");
            for (; times > 0; times--) {
                if (events[i].data.u32 == DONE) {
                    took[over] = now - ticked[over];
                    if (++over == WARM_UP) start = microseconds(CLOCK_PROCESS_CPUTIME_ID);
                } else if (sent < ROUNDS + WARM_UP) {
                    ticked[sent++] = now;
                    sem_post(&to_writer);
                }
            }
        }
    }
    return (microseconds(CLOCK_PROCESS_CPUTIME_ID) - start) / ROUNDS;
}

int main(int count, char **words) {
    pages = count > 1 ? atoi(words[1]) : -1;
    int has_hub = count == 3 && strcmp(words[2], "hub") == 0;
    if (pages < 0 || pages > PAGES_MAX || count > 3 || (count == 3 && !has_hub)) {
        fprintf(stderr, "usage: commit PAGES [hub], with 0 to %d pages\n", PAGES_MAX);
        return 64;
    }
    char folder[] = "commit-XXXXXX", path[64], command[80];
    must(mkdtemp(folder) != NULL, "mkdtemp");
    snprintf(path, sizeof path, "%s/data", folder);
    done = eventfd(0, 0);
    sem_init(&to_writer, 0, 0);
    sem_init(&to_hub, 0, 0);
    open_database(path);
    pthread_t writer, hub;
    pthread_create(&writer, NULL, write_on, has_hub ? &to_hub : NULL);
    pthread_create(&hub, NULL, pass_on, NULL);
    double cpu = measure(), *first = took + WARM_UP;
    qsort(first, ROUNDS, sizeof *first, ascending);
    printf("%d pages%s: %.0f us of processor a commit, p50 %.2f ms, p99 %.2f ms\n", pages,
           has_hub ? ", hub" : "", cpu, first[ROUNDS / 2] / 1e3, first[ROUNDS * 99 / 100] / 1e3);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 ? 0 : 1;
}
