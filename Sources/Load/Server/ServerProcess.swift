import Glibc

/// A server that we started, until we end it.
final class ServerProcess: Sendable {
    /// Where a server says which port it got.
    enum Mouth: Int32 {
        case standardOutput = 1
        case standardError = 2
    }

    private static let startMilliseconds: Int32 = 15_000
    private static let stopMilliseconds = 10_000

    let process: pid_t
    let port: UInt16
    private let mouth: Int32

    /// Starts a program and waits until it says where it listens.
    ///
    /// - Throws: with what it said instead.
    init(
        _ program: String, _ arguments: [String], announcingOn mouth: Mouth
    ) throws(LoadFailure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw LoadFailure("no pipe is left") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let process = Self.spawn(program, arguments, mouth, ends[1])
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

    deinit { Self.end(process, mouth) }
}

extension ServerProcess {
    private static func spawn(
        _ program: String, _ arguments: [String], _ mouth: Mouth, _ pipe: Int32
    ) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, pipe, mouth.rawValue)
        var words = ([program] + arguments).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        // An environment of its own, so that no setting in ours changes what is measured.
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var process = pid_t()
        var attributes = unblockedSignals()
        defer { posix_spawnattr_destroy(&attributes) }
        let status = posix_spawnp(
            &process, program, &actions, &attributes, words, &environment)
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
