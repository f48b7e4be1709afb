// Starts a program that has little: no network, no files to write, no other process, bounded time
// and memory.
//
// Between vfork and execve the child runs in our memory, beside our other threads: it may only ask
// the kernel. That is why this is not Swift. A copy of our memory, as fork makes it, would cost a
// large daemon milliseconds for each word that is spoken.
//
// Declared here instead of included, as in CLinux: see there.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>  // Numbers only.

#define CALL(name) __asm__(#name)

extern long worker_syscall(long number, ...) CALL(syscall);
extern int worker_vfork(void) CALL(vfork) __attribute__((returns_twice));
extern int worker_execve(const char *path, char *const *words, char *const *environment)
    CALL(execve);
extern int *worker_errno(void) CALL(__errno_location) __attribute__((const));
extern void worker_exit(int status) CALL(_exit) __attribute__((noreturn));
extern char *worker_name CALL(program_invocation_name);

#undef CALL

struct WorkerOrder {
    const char *program;
    char *const *words;
    char *const *environment;
    // Its descriptors 0, 1 and 2; and two files more as 3 and 4, or -1. All above 9.
    int input, output, errors, files[2];
    // Its limits: seconds of a core, and bytes of address space.
    uint64_t seconds, memory;
    // A ruleset of Landlock, or -1 where the kernel has none.
    int ruleset;
    // Not 0: it keeps our user and rights, and no limit of these holds for it.
    int trusted;
    // The error number and the step that failed; 0: none.
    int error, step;
};

// seccomp(2), bpf(4): the parts of them that are used here.
struct WorkerFilter { uint16_t code; uint8_t yes, no; uint32_t value; };
struct WorkerProgram { uint16_t count; struct WorkerFilter *filter; };

enum {
    WORKER_LOAD = 0x20, WORKER_EQUAL = 0x15, WORKER_AT_LEAST = 0x35, WORKER_ANY_BIT = 0x45,
    WORKER_RETURN = 0x06,
    // Where the kernel puts the number, the machine, and both halves of each argument.
    WORKER_NUMBER = 0, WORKER_MACHINE = 4, WORKER_FIRST = 16, WORKER_SECOND = 24,
    WORKER_THIRD = 32,
};
#define WORKER_ALLOW 0x7fff0000u
#define WORKER_REFUSE 0x00050001u  // EPERM
#define WORKER_UNKNOWN 0x00050026u  // ENOSYS

#if defined(__x86_64__)
#define WORKER_ARCHITECTURE 0xc000003eu
#elif defined(__aarch64__)
#define WORKER_ARCHITECTURE 0xc00000b7u
#else
#define WORKER_ARCHITECTURE 0u
#endif

// What a program needs that reads files, computes and writes to what it has open: all else is
// refused. Measured of espeak-ng, opusenc and pocketsphinx_continuous by strace, with what glibc
// calls instead on newer kernels; none of them changes a file by its name, or another process.
// Those that depend on what they are asked, as openat and fcntl, are not here: see worker_confine.
static const uint16_t worker_calls[] = {
    // Files that are open, and files to read: Landlock says which.
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_lseek, SYS_close, SYS_fstat,
    SYS_newfstatat, SYS_statx, SYS_faccessat, SYS_faccessat2, SYS_getdents64, SYS_readlinkat,
    SYS_getcwd, SYS_dup, SYS_dup3, SYS_pipe2, SYS_ppoll, 436,  // close_range
    // Memory.
    SYS_brk, SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise,
    // Threads and signals of its own.
    SYS_futex, SYS_set_robust_list, SYS_set_tid_address, SYS_rseq, SYS_sched_yield,
    SYS_sched_getaffinity, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn,
    SYS_sigaltstack, SYS_exit, SYS_exit_group, SYS_execve,
    // Its identity, the clocks and the system's figures.
    SYS_getpid, SYS_gettid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid,
    SYS_getrandom, SYS_getrusage, SYS_sysinfo, SYS_uname, SYS_umask, SYS_clock_gettime,
    SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_times,
    // The kernel's own, in the name of a process that was stopped while it waited.
    SYS_restart_syscall,
#if defined(__x86_64__)
    SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_poll, SYS_dup2, SYS_pipe,
    SYS_arch_prctl, SYS_time, SYS_getrlimit,
#endif
};

/// From here on the process can read what the ruleset says and compute, and nothing else: it has no
/// way to the network, to other processes, to other rights, or to change a file, also where the
/// kernel has no Landlock. Returns 0, or -1: then errno says why not.
static inline long worker_confine(int ruleset) {
    enum { COUNT = sizeof worker_calls / sizeof worker_calls[0], THREAD = 0x10000 };
    // O_WRONLY, O_RDWR, O_CREAT and O_TRUNC. The kernel takes flags and commands as an int: the
    // other half of the argument means nothing to it.
    enum { WRITING = 03 | 0100 | 01000, ASYNC = 020000 };
    enum { DUPLICATE = 0, GET_FD = 1, SET_FD = 2, GET_FLAGS = 3, SET_FLAGS = 4,
           DUPLICATE_CLOSING = 1030 };
    uint32_t self = (uint32_t)worker_syscall(SYS_getpid);
    // A jump counts from the next line. What the first part does not decide falls to the list.
    const struct WorkerFilter head[] = {
        {WORKER_LOAD, 0, 0, WORKER_MACHINE},
        {WORKER_EQUAL, 1, 0, WORKER_ARCHITECTURE},
        {WORKER_RETURN, 0, 0, WORKER_REFUSE},
        {WORKER_LOAD, 0, 0, WORKER_NUMBER},
        // Its flags cannot be seen; glibc then calls clone.
        {WORKER_EQUAL, 0, 1, SYS_clone3},
        {WORKER_RETURN, 0, 0, WORKER_UNKNOWN},
        // A thread, and no process.
        {WORKER_EQUAL, 0, 4, SYS_clone},
        {WORKER_LOAD, 0, 0, WORKER_FIRST},
        {WORKER_ANY_BIT, 0, 1, THREAD},
        {WORKER_RETURN, 0, 0, WORKER_ALLOW},
        {WORKER_RETURN, 0, 0, WORKER_REFUSE},
        // A signal to itself, as abort sends it.
        {WORKER_EQUAL, 1, 0, SYS_kill},
        {WORKER_EQUAL, 0, 4, SYS_tgkill},
        {WORKER_LOAD, 0, 0, WORKER_FIRST},
        {WORKER_EQUAL, 0, 1, self},
        {WORKER_RETURN, 0, 0, WORKER_ALLOW},
        {WORKER_RETURN, 0, 0, WORKER_REFUSE},
        // Its limits may be read: of itself, and with no new ones.
        {WORKER_EQUAL, 0, 8, SYS_prlimit64},
        {WORKER_LOAD, 0, 0, WORKER_FIRST},
        {WORKER_EQUAL, 0, 5, 0},
        {WORKER_LOAD, 0, 0, WORKER_THIRD},
        {WORKER_EQUAL, 0, 3, 0},
        {WORKER_LOAD, 0, 0, WORKER_THIRD + 4},
        {WORKER_EQUAL, 0, 1, 0},
        {WORKER_RETURN, 0, 0, WORKER_ALLOW},
        {WORKER_RETURN, 0, 0, WORKER_REFUSE},
        // Files are opened to be read.
        {WORKER_EQUAL, 0, 4, SYS_openat},
        {WORKER_LOAD, 0, 0, WORKER_THIRD},
        {WORKER_ANY_BIT, 1, 0, WRITING},
        {WORKER_RETURN, 0, 0, WORKER_ALLOW},
        {WORKER_RETURN, 0, 0, WORKER_REFUSE},
#if defined(__x86_64__)
        {WORKER_EQUAL, 0, 4, SYS_open},
        {WORKER_LOAD, 0, 0, WORKER_SECOND},
        {WORKER_ANY_BIT, 1, 0, WRITING},
        {WORKER_RETURN, 0, 0, WORKER_ALLOW},
        {WORKER_RETURN, 0, 0, WORKER_REFUSE},
#endif
        // Of a descriptor its number and flags. An owner and a signal, which fcntl can set too,
        // reach other processes; sizes of pipes are memory, locks and leases are others' files.
        {WORKER_EQUAL, 0, 11, SYS_fcntl},
        {WORKER_LOAD, 0, 0, WORKER_SECOND},
        {WORKER_EQUAL, 8, 0, DUPLICATE},
        {WORKER_EQUAL, 7, 0, DUPLICATE_CLOSING},
        {WORKER_EQUAL, 6, 0, GET_FD},
        {WORKER_EQUAL, 5, 0, SET_FD},
        {WORKER_EQUAL, 4, 0, GET_FLAGS},
        {WORKER_EQUAL, 0, 2, SET_FLAGS},
        {WORKER_LOAD, 0, 0, WORKER_THIRD},
        {WORKER_ANY_BIT, 0, 1, ASYNC},
        {WORKER_RETURN, 0, 0, WORKER_REFUSE},
        {WORKER_RETURN, 0, 0, WORKER_ALLOW},
    };
    enum { HEAD = sizeof head / sizeof head[0] };
    struct WorkerFilter filter[HEAD + 2 * COUNT + 1];
    for (int line = 0; line < HEAD; line++) filter[line] = head[line];
    for (int call = 0; call < COUNT; call++) {
        filter[HEAD + 2 * call] = (struct WorkerFilter){WORKER_EQUAL, 0, 1, worker_calls[call]};
        filter[HEAD + 2 * call + 1] = (struct WorkerFilter){WORKER_RETURN, 0, 0, WORKER_ALLOW};
    }
    filter[HEAD + 2 * COUNT] = (struct WorkerFilter){WORKER_RETURN, 0, 0, WORKER_REFUSE};
    struct WorkerProgram program = {sizeof filter / sizeof filter[0], filter};
    enum { NO_NEW_PRIVILEGES = 38, SECCOMP = 22, FILTER = 2, RESTRICT_SELF = 446 };
    if (worker_syscall(SYS_prctl, NO_NEW_PRIVILEGES, 1L, 0L, 0L, 0L) != 0) return -1;
    if (ruleset >= 0 && worker_syscall(RESTRICT_SELF, ruleset, 0L) != 0) return -1;
    return worker_syscall(SYS_prctl, SECCOMP, FILTER, &program, 0L, 0L);
}

/// The first word of this program's arguments, as glibc keeps it. Swift reads them in /proc, which a
/// ruleset may shut.
static inline const char *worker_called(void) { return worker_name; }

/// A file in memory, closed when a program is started; -1: there is no memory.
static inline int worker_memory_file(void) {
    return (int)worker_syscall(SYS_memfd_create, "upfor-worker", 1L);
}

/// A pipe whose ends are closed when a program is started: 0, or -1.
static inline int worker_pipe(int ends[2]) {
    return (int)worker_syscall(SYS_pipe2, ends, 02000000L);
}

/// A descriptor that can be read when the process has ended; -1: the kernel has none.
static inline int worker_watch(int process) {
    return (int)worker_syscall(434L, (long)process, 0L);
}

/// Shuts our memory to other processes of our user, and to files of a crash.
static inline void worker_shut_memory(void) {
    enum { SET_DUMPABLE = 4 };
    worker_syscall(SYS_prctl, SET_DUMPABLE, 0L, 0L, 0L, 0L);
}

/// The newest version of Landlock that the kernel has; 0: none.
static inline int worker_landlock(void) {
    long version = worker_syscall(444L, (void *)0, 0L, 1L);
    return version < 0 ? 0 : (int)version;
}

/// A ruleset of Landlock by which files below the paths may be read and run, and nothing else may
/// be done with files, ports, sockets or signals, as far as the kernel knows; -1: it has none. A
/// path that does not exist is passed over.
static inline int worker_ruleset(const char *const *paths, int count) {
    enum { CREATE = 444, ADD = 445, BENEATH = 1, PATH_ONLY = 010000000, CLOSE_ON_EXEC = 02000000 };
    // landlock(7): rights of files by version; ports since 4; sockets and signals of others since 6.
    const uint64_t files[] = {0x1fff, 0x3fff, 0x7fff, 0x7fff, 0xffff};
    const uint64_t reading = 1 << 0 | 1 << 2 | 1 << 3, of_files = 1 << 0 | 1 << 2;
    int version = worker_landlock();
    if (version == 0) return -1;
    struct { uint64_t files, ports, scopes; } all = {
        files[version < 5 ? version - 1 : 4], version < 4 ? 0 : 3, version < 6 ? 0 : 3};
    long size = version < 4 ? 8 : version < 6 ? 16 : 24;
    int ruleset = (int)worker_syscall(CREATE, &all, size, 0L);
    for (int index = 0; ruleset >= 0 && index < count; index++) {
        int parent = (int)worker_syscall(
            SYS_openat, -100L, paths[index], (long)(PATH_ONLY | CLOSE_ON_EXEC), 0L);
        if (parent < 0) continue;
        struct { uint64_t rights; int32_t parent; } __attribute__((packed)) rule =
            {reading, parent};
        if (worker_syscall(ADD, ruleset, BENEATH, &rule, 0L) != 0) {
            // It is no folder.
            rule.rights = of_files;
            worker_syscall(ADD, ruleset, BENEATH, &rule, 0L);
        }
        worker_syscall(SYS_close, parent);
    }
    return ruleset;
}

static inline long worker_limit(int resource, uint64_t value) {
    uint64_t limit[2] = {value, value};
    return worker_syscall(SYS_prlimit64, 0L, resource, limit, (void *)0);
}

/// What the child does: returns the number of the step that failed.
static inline int worker_become(const struct WorkerOrder *order) {
    enum { CPU = 0, FILE_SIZE = 1, CORE = 4, FILES = 7, MEMORY = 9 };
    enum { DIE_WITH_PARENT = 1, KILL = 9, SET_MASK = 2, NOBODY = 65534 };
    // Its own group: all that it may start ends with it.
    if (worker_syscall(SYS_setsid) < 0) return 1;
    // When the machine's memory runs out, it is ended rather than the daemon. (Not its parent's
    // mark: the kernel knows that a child of vfork has our memory only for now.)
    long mark = worker_syscall(SYS_openat, -100L, "/proc/self/oom_score_adj", 1L, 0L);
    if (mark >= 0) {
        worker_syscall(SYS_write, mark, "1000", 4L);
        worker_syscall(SYS_close, mark);
    }
    const int from[] = {order->input, order->output, order->errors, order->files[0],
                        order->files[1]};
    for (int number = 0; number < 5; number++) {
        if (from[number] < 0) {
            // The file with that number here is not for the child, whatever its flags say.
            worker_syscall(SYS_close, (long)number);
            continue;
        }
        if (worker_syscall(SYS_dup3, from[number], number, 0L) < 0) return 3;
    }
    uint64_t nothing = 0;
    if (order->trusted) {
        if (worker_limit(CORE, 0) != 0) return 4;
        if (worker_syscall(SYS_prctl, DIE_WITH_PARENT, KILL, 0L, 0L, 0L) != 0) return 2;
        worker_syscall(436L, 5L, ~0u, 0L);
        worker_syscall(SYS_rt_sigprocmask, SET_MASK, &nothing, (void *)0, 8L);
        worker_execve(order->program, order->words, order->environment);
        return 7;
    }
    // No file grows, or is written over: also of what it gets in files of memory, which no limit
    // counts as its memory.
    if (worker_limit(CPU, order->seconds) || worker_limit(MEMORY, order->memory)
        || worker_limit(FILE_SIZE, 0) || worker_limit(CORE, 0) || worker_limit(FILES, 32))
        return 4;
    // Loops come first.
    worker_syscall(SYS_setpriority, 0L, 0L, 10L);
    // Another user, where we may become one: as root, unless a container took that right.
    if (worker_syscall(SYS_geteuid) == 0) {
        worker_syscall(SYS_setgroups, 0L, (void *)0);
        worker_syscall(SYS_setresgid, (long)NOBODY, (long)NOBODY, (long)NOBODY);
        worker_syscall(SYS_setresuid, (long)NOBODY, (long)NOBODY, (long)NOBODY);
    }
    // With another user it would be forgotten.
    if (worker_syscall(SYS_prctl, DIE_WITH_PARENT, KILL, 0L, 0L, 0L) != 0) return 2;
    if (worker_syscall(SYS_chdir, "/") != 0) return 5;
    if (worker_confine(order->ruleset) != 0) return 6;
    // Nor anything else of ours.
    worker_syscall(436L, 5L, ~0u, 0L);
    worker_syscall(SYS_rt_sigprocmask, SET_MASK, &nothing, (void *)0, 8L);
    worker_execve(order->program, order->words, order->environment);
    return 7;
}

/// Starts it. Returns its process, or -1: then `error` says why not. A child that could not become
/// the program ends at once, and `error` and `step` say why.
static inline int worker_start(struct WorkerOrder *order) {
    uint64_t all = ~0ull, before = 0;
    enum { SET_MASK = 2 };
    // A handler of ours must not run in the child, which has our memory.
    worker_syscall(SYS_rt_sigprocmask, SET_MASK, &all, &before, 8L);
    order->error = order->step = 0;
    int process = worker_vfork();
    if (process == 0) {
        int step = worker_become(order);
        order->error = *worker_errno();
        order->step = step;
        worker_exit(127);
    }
    int error = *worker_errno();
    worker_syscall(SYS_rt_sigprocmask, SET_MASK, &before, (void *)0, 8L);
    if (process < 0) order->error = error;
    return process;
}
