import CWorker

/// The numbers of system calls on this machine, as a dictionary of Python.
enum SystemCalls {
    static var numbers: String {
        let texts = calls.map { "\"\($0.0)\": \($0.1)" }
        let forks = forks.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ")
        let old = open.map { ", \"open\": \($0)" } ?? ""
        return "{\(texts.joined(separator: ", "))\(old), \"forks\": {\(forks)}}"
    }

    private static let calls: [(String, Int32)] = [
        ("truncate", SYS_truncate), ("openat", SYS_openat), ("fchmodat", SYS_fchmodat),
        ("fchownat", SYS_fchownat), ("renameat2", SYS_renameat2), ("linkat", SYS_linkat),
        ("symlinkat", SYS_symlinkat), ("unlinkat", SYS_unlinkat), ("mkdirat", SYS_mkdirat),
        ("mknodat", SYS_mknodat), ("utimensat", SYS_utimensat), ("setxattr", SYS_setxattr),
        ("inotify_init1", SYS_inotify_init1), ("mount", SYS_mount), ("chroot", SYS_chroot),
        ("unshare", SYS_unshare), ("clone", SYS_clone), ("clone3", SYS_clone3),
        ("kill", SYS_kill), ("tgkill", SYS_tgkill), ("rt_sigqueueinfo", SYS_rt_sigqueueinfo),
        ("pidfd_open", SYS_pidfd_open), ("prlimit64", SYS_prlimit64),
        ("setpriority", SYS_setpriority), ("fcntl", SYS_fcntl), ("write", SYS_write),
        ("ftruncate", SYS_ftruncate), ("memfd_create", SYS_memfd_create),
        ("sched_setaffinity", SYS_sched_setaffinity),
        ("process_vm_readv", SYS_process_vm_readv), ("ptrace", SYS_ptrace),
        ("setresuid", SYS_setresuid), ("setuid", SYS_setuid), ("capset", SYS_capset),
        ("socket", SYS_socket), ("socketpair", SYS_socketpair),
        ("io_uring_setup", SYS_io_uring_setup), ("bpf", SYS_bpf),
        ("perf_event_open", SYS_perf_event_open), ("userfaultfd", SYS_userfaultfd),
        ("add_key", SYS_add_key), ("shmget", SYS_shmget), ("msgget", SYS_msgget),
        ("ioctl", SYS_ioctl), ("prctl", SYS_prctl), ("sethostname", SYS_sethostname),
    ]

    /// Of old machines alone.
    private static var open: Int32? {
        #if arch(x86_64)
            SYS_open
        #else
            nil
        #endif
    }

    /// Of old machines alone.
    private static var forks: [(String, Int32)] {
        #if arch(x86_64)
            [("fork", SYS_fork), ("vfork", SYS_vfork)]
        #else
            []
        #endif
    }
}
