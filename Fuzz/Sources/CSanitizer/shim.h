// What the address sanitizer's runtime offers, and no header of it declares for C.
#include <stddef.h>

// Bytes that malloc has given and that were not freed.
size_t __sanitizer_get_current_allocated_bytes(void);
