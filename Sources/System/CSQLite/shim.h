// sqlite3: what is set for the whole library, by a function that Swift cannot call.
#ifndef UPFOR_CSQLITE_SHIM_H
#define UPFOR_CSQLITE_SHIM_H

#include <sqlite3.h>

// Before anything is opened; afterwards it changes nothing, and gives 0.
static inline int upfor_sqlite_count_no_memory(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK;
}

#endif
