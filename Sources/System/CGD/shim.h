// gd: pictures decoded, scaled and encoded. What it has to say about a broken one goes to stderr,
// unless it is told otherwise by a function that Swift cannot write.
#ifndef UPFOR_CGD_SHIM_H
#define UPFOR_CGD_SHIM_H

#include <stdarg.h>
#include <gd.h>
#include <malloc.h>

// How often something was wrong with a picture that this thread has decoded, also one that could be
// drawn: libjpeg fills in what is missing, and passes over what nobody draws.
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
