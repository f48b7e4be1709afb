#ifndef UPFOR_CPOSTGRESQL_SHIM_H
#define UPFOR_CPOSTGRESQL_SHIM_H

#include <libpq-fe.h>

#endif
