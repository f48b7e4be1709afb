#include <cjose/cjose.h>
