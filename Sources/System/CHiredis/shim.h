#ifndef UPFOR_CHIREDIS_SHIM_H
#define UPFOR_CHIREDIS_SHIM_H

#include <hiredis/hiredis.h>

#endif
