import Glibc
import Observability

/// Starting another program. Dispatch forbids `fork`.
enum ChildProcess {
    /// Numbers above those that a program is handed anything under.
    private static let spareNumber: Int32 = 128

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: its path and its arguments.
    ///   - passing: descriptors that it gets, under the numbers from `first` on.
    ///   - input: what it gets as its standard input; by default, ours.
    /// - Throws: why it could not be started.
    static func spawn(
        _ words: [String], environment: [String], passing descriptors: [Int32],
        from first: Int32, input: Int32 = STDIN_FILENO
    ) throws(StartFailure) -> Int32 {
        // Out of the way first: one of them may have a number that another one is to get.
        let spares = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, spareNumber) }
        let errors = spares.contains { $0 < 0 } ? errno : 0
        defer { for spare in spares where spare >= 0 { _ = close(spare) } }
        guard errors == 0 else { throw failure("no descriptor is left for a child", errors) }
        var actions = posix_spawn_file_actions_t()
        try check(posix_spawn_file_actions_init(&actions))
        defer { posix_spawn_file_actions_destroy(&actions) }
        // First, while it is not yet overwritten: it may be one of those numbers.
        if input != STDIN_FILENO {
            try check(posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO))
        }
        for (index, spare) in spares.enumerated() {
            let number = first + Int32(clamping: index)
            try check(posix_spawn_file_actions_adddup2(&actions, spare, number))
        }
        var attributes = try freshSignals()
        defer { posix_spawnattr_destroy(&attributes) }
        var process: Int32 = 0
        let path = words[0]
        let status = withCStrings(words) { words in
            withCStrings(environment) { environment in
                posix_spawn(&process, path, &actions, &attributes, words, environment)
            }
        }
        guard status == 0 else { throw failure("cannot start \(path)", status) }
        return process
    }

    private static func check(_ status: Int32) throws(StartFailure) {
        guard status == 0 else { throw failure("cannot prepare a child", status) }
    }

    private static func failure(_ what: String, _ errno: Int32) -> StartFailure {
        StartFailure("\(what): \(String(cString: strerror(errno)))")
    }

    /// Waits for a child that ends, and says how it did.
    static func ending(of process: Int32) -> String {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return "it is gone" }
        }
        let signal = status & 0x7F
        return signal == 0 ? "it ended with \(status >> 8 & 0xFF)" : "signal \(signal) ended it"
    }

    /// A thread of Dispatch blocks all signals, and what it spawns would inherit that.
    private static func freshSignals() throws(StartFailure) -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        try check(posix_spawnattr_init(&attributes))
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        // These fail for wrong flags only.
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        return attributes
    }

    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}

/// A pipe from a child: it gets the input, under a number of its own, and we read.
struct ChildPipe: ~Copyable {
    /// The end to write to.
    let input: Int32
    private let output: Int32

    init() throws(StartFailure) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw StartFailure("no pipe is left") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (output, input) = (ends[0], ends[1])
    }

    deinit {
        _ = close(input)
        _ = close(output)
    }

    /// Closes our input, so that the pipe ends with the child's.
    ///
    /// - Returns: the other end, to be closed by the caller.
    consuming func keepOutput() -> Int32 {
        let output = output
        _ = close(input)
        discard self
        return output
    }

    /// Closes our input, and reads what comes before the first line's end.
    ///
    /// - Returns: nil when there is none in the first 16 bytes.
    consuming func readLine() -> String? {
        let output = keepOutput()
        defer { _ = close(output) }
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count < 16 {
            let count = read(output, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }
}
