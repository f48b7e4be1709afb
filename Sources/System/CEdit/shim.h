// libedit's line editor. Its calls with a variable number of arguments, which Swift cannot make,
// are given one fixed shape each.
#ifndef UPFOR_CEDIT_SHIM_H
#define UPFOR_CEDIT_SHIM_H

#include <histedit.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <wchar.h>

// Declared here because <wchar.h> hides it unless _XOPEN_SOURCE came first.
extern int wcwidth(wchar_t character);

typedef char *(*upfor_prompt)(EditLine *);
typedef unsigned char (*upfor_key_function)(EditLine *, int);

/// An editor on the program's own terminal; the streams are variables that Swift 6 cannot touch.
static inline EditLine *upfor_el_init(const char *program) {
    return el_init(program, stdin, stdout, stderr);
}

static inline void upfor_el_set_owner(EditLine *edit, void *owner) {
    el_set(edit, EL_CLIENTDATA, owner);
}

static inline void *upfor_el_owner(EditLine *edit) {
    void *owner = NULL;
    el_get(edit, EL_CLIENTDATA, &owner);
    return owner;
}

/// `escape` encloses the parts of the prompt that take no room, such as colours.
static inline void upfor_el_set_prompt(EditLine *edit, upfor_prompt prompt, char escape) {
    el_set(edit, EL_PROMPT_ESC, prompt, escape);
}

static inline void upfor_el_set_reader(EditLine *edit, el_rfunc_t reader) {
    el_set(edit, EL_GETCFN, reader);
}

static inline void upfor_el_use_emacs_keys(EditLine *edit) { el_set(edit, EL_EDITOR, "emacs"); }

static inline void upfor_el_bind(
    EditLine *edit, const char *key, const char *name, const char *what,
    upfor_key_function function) {
    el_set(edit, EL_ADDFN, name, what, function);
    el_set(edit, EL_BIND, key, name, NULL);
}

/// Binds a key to one of libedit's own functions.
static inline void upfor_el_bind_own(EditLine *edit, const char *key, const char *name) {
    el_set(edit, EL_BIND, key, name, NULL);
}

/// Changes one terminal mode for as long as a line is being edited: "-isig" takes ^C as a key.
static inline void upfor_el_set_mode(EditLine *edit, const char *mode) {
    el_set(edit, EL_SETTY, "-d", mode, NULL);
}

static inline void upfor_el_prepare_terminal(EditLine *edit, int raw) {
    el_set(edit, EL_PREP_TERM, raw);
}

static inline void upfor_el_refresh(EditLine *edit) { el_set(edit, EL_REFRESH); }

static inline void upfor_el_use_history(EditLine *edit, History *lines) {
    el_set(edit, EL_HIST, history, lines);
}

static inline void upfor_history_set_size(History *lines, int count) {
    HistEvent event;
    history(lines, &event, H_SETSIZE, count);
    history(lines, &event, H_SETUNIQUE, 1);
}

static inline void upfor_history_enter(History *lines, const char *line) {
    HistEvent event;
    history(lines, &event, H_ENTER, line);
}

/// Columns of the terminal behind `descriptor`; 0 when there is none.
static inline int upfor_terminal_columns(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// Rows of it.
static inline int upfor_terminal_rows(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

#endif
