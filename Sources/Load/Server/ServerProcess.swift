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
