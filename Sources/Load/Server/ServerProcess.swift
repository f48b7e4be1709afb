import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// A server that we started, until we end it.
final class ServerProcess: Sendable {
    /// Where a server says which port it got.
    enum Mouth: Int32 {
        case standardOutput = 1
        case standardError = 2
    }

    private static let startMilliseconds: Int32 = 15_000
    private static let stopMilliseconds = 10_000
    private static let stepMilliseconds: Int32 = 5

    let process: pid_t
    let port: UInt16
    private let mouth: Int32
    /// How it ended, by wait(2); nil while it runs. Then its number may be another's.
    private let ending = Mutex<Int32?>(nil)

    /// Starts a program and waits until it says where it listens.
    ///
    /// - Parameter environment: all of it, as `NAME=value`: no setting in ours changes what is
    ///   measured.
    /// - Throws: with what it said instead.
    init(
        _ program: String, _ arguments: [String], announcingOn mouth: Mouth,
        environment: [String] = []
    ) throws(LoadFailure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw LoadFailure("no pipe is left") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let process = Self.spawn(program, arguments, environment, mouth, ends[1])
        close(ends[1])
        guard let process else {
            close(ends[0])
            throw LoadFailure("cannot run \(program)")
        }
        Leftovers.add(process)
        (self.process, self.mouth) = (process, ends[0])
        do {
            port = try Self.announcedPort(on: ends[0], program)
        } catch {
            Self.end(process, ends[0])
            throw error
        }
    }

    deinit { end() }
}

extension ServerProcess {
    /// Sends it a signal, if it still runs.
    func signal(_ number: Int32) {
        ending.withLock { if $0 == nil { kill(process, number) } }
    }

    /// Waits until it has ended.
    ///
    /// - Returns: its status by wait(2); nil if it runs on.
    func waitForEnd(milliseconds: Int) -> Int32? {
        for _ in 0...max(1, milliseconds / Int(Self.stepMilliseconds)) {
            if let status = reap() { return status }
            _ = poll(nil, 0, Self.stepMilliseconds)
        }
        return nil
    }

    /// Whether it has ended by itself.
    var hasEnded: Bool { reap() != nil }

    private func reap() -> Int32? {
        ending.withLock { ending in
            var status: Int32 = 0
            if ending == nil, waitpid(process, &status, WNOHANG) == process {
                ending = status
                Leftovers.remove(process)
            }
            return ending
        }
    }

    private func end() {
        guard reap() == nil else {
            close(mouth)
            return
        }
        Self.end(process, mouth)
    }
}

extension ServerProcess {
    private static func spawn(
        _ program: String, _ arguments: [String], _ environment: [String], _ mouth: Mouth,
        _ pipe: Int32
    ) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, pipe, mouth.rawValue)
        return Spawn.start(program, arguments, environment: environment, &actions)
    }

    private static func announcedPort(
        on pipe: Int32, _ program: String
    ) throws(LoadFailure) -> UInt16 {
        var said: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            var waiting = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, startMilliseconds) > 0 else {
                throw LoadFailure("\(program) has not said where it listens")
            }
            let count = read(pipe, &buffer, buffer.count)
            guard count > 0 else {
                let text = String(decoding: said, as: UTF8.self).split(separator: "\n")
                throw LoadFailure("\(program) did not start: \(text.joined(separator: "; "))")
            }
            said += buffer.prefix(count)
            for line in String(decoding: said, as: UTF8.self).split(separator: "\n") {
                if let port = Announcement.port(in: line) { return port }
            }
        }
    }

    /// Asks it to end, waits, and sees to it.
    private static func end(_ process: pid_t, _ mouth: Int32) {
        kill(process, SIGTERM)
        var status: Int32 = 0
        var waited = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            if waited == stopMilliseconds { kill(process, SIGKILL) }
            _ = poll(nil, 0, 10)
            waited += 10
        }
        Leftovers.remove(process)
        close(mouth)
    }
}

/// The line with which a server says where it listens.
enum Announcement {
    /// The port in `listening 4711` or in `… ws://127.0.0.1:4711/v1/ws`; nil in any other line.
    static func port(in line: some StringProtocol) -> UInt16? {
        if line.hasPrefix("listening ") { return port(digits: line.dropFirst(10)) }
        guard let url = line.split(separator: " ").last(where: { $0.hasPrefix("ws://") }) else {
            return nil
        }
        let authority = url.dropFirst(5).prefix { $0 != "/" }
        guard let colon = authority.lastIndex(of: ":") else { return nil }
        return port(digits: authority[authority.index(after: colon)...])
    }

    private static func port(digits: some StringProtocol) -> UInt16? {
        guard digits.allSatisfy(\.isASCII), let port = UInt16(digits), port > 0 else { return nil }
        return port
    }
}

/// Starting other programs.
enum Spawn {
    /// Starts a program, which is looked for in PATH unless its name has a slash.
    ///
    /// - Parameters:
    ///   - environment: all of it, as `NAME=value`.
    ///   - actions: what is done with its descriptors.
    /// - Returns: its number; nil when it cannot be run.
    static func start(
        _ program: String, _ arguments: [String], environment: [String] = [],
        _ actions: inout posix_spawn_file_actions_t
    ) -> pid_t? {
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var variables = environment.map { strdup($0) } + [nil]
        defer { for variable in variables { free(variable) } }
        var attributes = unblockedSignals()
        defer { posix_spawnattr_destroy(&attributes) }
        var process = pid_t()
        let status = posix_spawnp(
            &process, program, &actions, &attributes, &words, &variables)
        return status == 0 ? process : nil
    }

    /// A thread of Dispatch blocks all signals, and what it spawns would inherit that.
    private static func unblockedSignals() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        return attributes
    }
}

/// What an interrupted measurement would leave behind: servers, folders with their data, and file
/// systems.
enum Leftovers {
    private static let processes = Mutex<Set<pid_t>>([])
    private static let folders = Mutex<Set<String>>([])
    private static let mounts = Mutex<Set<String>>([])
    private static let signals = Mutex<[any DispatchSourceSignal]>([])

    static func add(_ process: pid_t) { processes.withLock { _ = $0.insert(process) } }
    static func remove(_ process: pid_t) { processes.withLock { _ = $0.remove(process) } }
    static func add(_ folder: String) { folders.withLock { _ = $0.insert(folder) } }
    static func remove(_ folder: String) { folders.withLock { _ = $0.remove(folder) } }

    static func add(mount: String) { mounts.withLock { _ = $0.insert(mount) } }
    static func remove(mount: String) { mounts.withLock { _ = $0.remove(mount) } }

    /// From here on Ctrl-C and SIGTERM end the program only after clearing up.
    static func clearOnSignals() {
        signals.withLock { signals in
            signals = [SIGINT, SIGTERM].map { number in
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                source.setEventHandler {
                    clear()
                    exit(128 + number)
                }
                source.activate()
                return source
            }
        }
    }

    /// Servers are killed outright: what they would save is thrown away with its folder.
    private static func clear() {
        for process in processes.withLock({ $0 }) {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        for mount in mounts.withLock({ $0 }) { _ = umount2(mount, Int32(MNT_DETACH)) }
        for folder in folders.withLock({ $0 }) {
            try? FileManager.default.removeItem(atPath: folder)
        }
    }
}

/// A short file of /proc.
enum ProcessFile {
    /// Its text, the first 16 KiB of it; nil if it cannot be read.
    static func read(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}

/// How many sockets this process, and a server that it starts, may have.
enum DescriptorLimit {
    /// Raises the limit as far as it goes without privileges.
    ///
    /// - Throws: when `count` connections and a few files do not fit.
    static func raise(for count: Int) throws(LoadFailure) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let needed = UInt64(clamping: count) + 64
        guard UInt64(limit.rlim_cur) >= needed else {
            throw LoadFailure(
                "\(count) connections need \(needed) descriptors, the limit is \(limit.rlim_cur)"
                    + " (see ulimit -Hn)")
        }
    }
}
