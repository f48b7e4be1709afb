// gd: pictures decoded, scaled and encoded. It writes complaints about a broken one to stderr,
// unless a function that Swift cannot write takes them.
#ifndef UPFOR_CGD_SHIM_H
#define UPFOR_CGD_SHIM_H

#include <stdarg.h>
#include <gd.h>
#include <malloc.h>

// How many faults this thread has found in pictures that it decoded, also in those that could be
// drawn: libjpeg fills in missing parts, and skips parts that are not drawn.
static inline int *upfor_gd_complaints(void) {
    static _Thread_local int count;
    return &count;
}

static void upfor_gd_say_nothing(int priority, const char *format, va_list arguments) {
    (void)priority, (void)format, (void)arguments;
    ++*upfor_gd_complaints();
}

static inline int upfor_gd_complaint_count(void) { return *upfor_gd_complaints(); }

static inline void upfor_gd_be_silent(void) { gdSetErrorMethod(upfor_gd_say_nothing); }

// Gives back to the machine what the allocator keeps of what was freed.
static inline void upfor_gd_give_back(void) { malloc_trim(0); }

#endif
