import CLinux
import CSQLite
import Glibc
public import Observability

/// What the process needs of the system before it serves.
public enum ProcessSetup {
    /// The path of the program that runs; nil when the system does not say. Read it at the start:
    /// the path of a program that was replaced since is of no use.
    ///
    /// The path by which it was called, links and all: a new version may be another target of a
    /// link.
    public static var program: String? {
        ProgramPath(
            called: CommandLine.arguments.first ?? "", folder: folder,
            searched: getenv("PATH").map { String(cString: $0) } ?? ""
        ).path(of: "/proc/self/exe")
    }

    private static var folder: String {
        guard let name = getcwd(nil, 0) else { return "/" }
        defer { free(name) }
        return String(cString: name)
    }

    /// Ends the process at once, because its disk has failed, with `EX_IOERR` (74): a new one reads
    /// the data from the disk. The event log is written out first, for two seconds at most.
    public static func endForBrokenDisk(_ log: EventLog) -> Never {
        log.close()
        _exit(EX_IOERR)
    }

    /// Files are for this user alone; descriptors up to the hard limit; a peer or a pipe that is
    /// gone is an error of a write, not the end of the process; the allocator has as many places as
    /// there are processors; SQLite does not count what it allocates. Before there are threads.
    ///
    /// - Returns: how many descriptors the process may have.
    @discardableResult
    public static func prepare() -> Int {
        umask(0o077)
        signal(SIGPIPE, SIG_IGN)
        // By default there are eight for each, and what the threads leave free in one is of no use
        // in another: 1.9 to 2.2 KB for each of 10,000 signed-in users, against 1.5.
        _ = linux_mallopt(Int32(LINUX_MALLOC_ARENAS), Int32(max(2, SystemCores.count)))
        // It would take one lock for all of its connections each time: docs/decisions/0018.
        let countsNoMemory = upfor_sqlite_count_no_memory() != 0
        assert(countsNoMemory, "SQLite was set up before the process")
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_cur)
    }
}
