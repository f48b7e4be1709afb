// What the yardsticks of the store have in common: one database, and an end at the first error.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

static sqlite3 *database;

static void must(int holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "%s: %s\n", what, database ? sqlite3_errmsg(database) : "");
    exit(1);
}

static void run(const char *sql) {
    must(sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK, sql);
}

static sqlite3_stmt *prepared(const char *sql) {
    sqlite3_stmt *statement = NULL;
    must(sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK, sql);
    return statement;
}
