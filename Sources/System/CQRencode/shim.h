#ifndef UPFOR_CQRENCODE_SHIM_H
#define UPFOR_CQRENCODE_SHIM_H

#include <qrencode.h>

#endif
