// The Linux calls that Swift's Glibc module leaves out.
//
// Declared here instead of included: a system header that belongs to no module drags others along,
// and Swift then says that `timespec` or `sockaddr` comes from this module, or from Glibc, as the
// day may be. The names are our own, so that they cannot clash either.
#pragma once

#include <sys/syscall.h>  // Numbers only.

#define CALL(name) __asm__(#name)

/// `struct epoll_event`; packed on x86-64 only, so that 32-bit programs agree on it.
struct LinuxEvent {
    unsigned int ready;
    unsigned long long token;
}
#if defined(__x86_64__)
__attribute__((packed))
#endif
;

enum { LINUX_EPOLL_ADD = 1, LINUX_EPOLL_REMOVE = 2, LINUX_EPOLL_CHANGE = 3 };
enum { LINUX_TIMER_ABSOLUTE = 1 };

/// Of the calling thread alone; they return the one before.
extern int linux_setfsuid(unsigned int user) CALL(setfsuid);
extern int linux_setfsgid(unsigned int group) CALL(setfsgid);

extern int linux_epoll_create1(int flags) CALL(epoll_create1);
extern int linux_epoll_ctl(int epoll, int operation, int descriptor, struct LinuxEvent *event)
    CALL(epoll_ctl);
extern int linux_epoll_wait(int epoll, struct LinuxEvent *events, int countMax, int milliseconds)
    CALL(epoll_wait);

extern int linux_eventfd(unsigned int value, int flags) CALL(eventfd);
extern int linux_eventfd_write(int descriptor, unsigned long long value) CALL(eventfd_write);

extern int linux_timerfd_create(int clock, int flags) CALL(timerfd_create);
/// `setting` is a `struct itimerspec`.
extern int linux_timerfd_settime(int descriptor, int flags, const void *setting, void *previous)
    CALL(timerfd_settime);

/// `address` is a `struct sockaddr_storage`, `size` a `socklen_t`.
extern int linux_accept4(int socket, void *address, unsigned int *size, int flags) CALL(accept4);

/// `recv` and `send` as the kernel knows them. Those of glibc are points where a thread may be
/// cancelled, for which a process of several threads pays two atomic exchanges a call: 50 ns of
/// the 2,400 of an echo.
extern long linux_syscall(long number, ...) CALL(syscall);

static inline long linux_recv(int socket, void *bytes, unsigned long count, int flags) {
    return linux_syscall(SYS_recvfrom, socket, bytes, count, flags, 0L, 0L);
}

static inline long linux_send(int socket, const void *bytes, unsigned long count, int flags) {
    return linux_syscall(SYS_sendto, socket, bytes, count, flags, 0L, 0L);
}

enum { LINUX_MALLOC_ARENAS = -8 };
extern int linux_mallopt(int option, int value) CALL(mallopt);

/// `limit` and `before` are a `struct rlimit`; either may be NULL.
extern int linux_prlimit(int process, int resource, const void *limit, void *before) CALL(prlimit);

/// `facts` is a `struct statx`, 256 bytes.
extern int linux_statx(
    int folder, const char *path, int flags, unsigned int mask, void *facts) CALL(statx);

/// `facts` is a `struct statfs`, of 120 bytes on 64-bit machines; the first eight are the type.
extern int linux_fstatfs(int file, void *facts) CALL(fstatfs);

/// The flag of `open` with which reads go by the page cache.
#if defined(__aarch64__) || defined(__arm__)
enum { LINUX_OPEN_DIRECT = 0200000 };
#else
enum { LINUX_OPEN_DIRECT = 040000 };
#endif

#undef CALL
