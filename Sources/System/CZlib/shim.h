#ifndef UPFOR_CZLIB_SHIM_H
#define UPFOR_CZLIB_SHIM_H

#include <zlib.h>

#endif
