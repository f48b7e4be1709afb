import CWorker
import Glibc

/// A program that does one thing for us and ends: with bounded time, memory and output, without a
/// network, and without a way to other processes or to files that it could change.
///
/// - Source: docs/decisions/0039.
package struct ConfinedProgram {
    /// What it may use.
    package struct Limits: Sendable {
        /// Seconds of a core.
        package var coreSeconds = 5
        /// From its start to its end.
        package var time = Duration.seconds(10)
        /// Bytes of address space.
        package var memoryBytes = 512 << 20
        /// Bytes of each of its outputs; with more of them it is ended.
        package var outputBytesMax = 1 << 20
    }

    /// Returns the next bytes, 64 KiB at most; none at the end. An error ends the program.
    package typealias Source = () throws(ConfinementFailure) -> [UInt8]
    /// Takes the next bytes of an output, 64 KiB at most. An error ends the program.
    package typealias Sink = (ArraySlice<UInt8>) throws(ConfinementFailure) -> Void

    /// What it reads.
    package enum Input {
        /// Bytes that are there already.
        case bytes([UInt8])
        /// Bytes piece by piece. As its standard input they come by a pipe, each piece when there
        /// is room for it; as a file they are copied before the program starts, outside of our own
        /// memory, so that it can go back in them.
        case pieces(Source)
    }

    /// Which of its outputs is listened to; the other one goes nowhere.
    package enum Voice { case output, errors }

    /// The path of the program.
    package let path: String
    /// What it is called, and its arguments.
    package let words: [String]
    /// What it is called in messages for the operator.
    package var name: String
    /// What it reads as its standard input.
    package var input = Input.bytes([])
    /// Files that it finds as `/dev/fd/3` and `/dev/fd/4`; two at most, or one and a second output.
    package var files: [Input] = []
    /// The output that is listened to.
    package var voice = Voice.output
    /// What it may use.
    package var limits = Limits()
    /// Whether it is a program of the operator's choice: it runs as our user, with our rights, and
    /// only its time and its outputs are limited.
    package var isTrusted = false
    /// What it may do with files.
    package var ruleset = Ruleset.installed

    /// - Parameters:
    ///   - words: the first is what it is called, the others are its arguments.
    ///   - path: where it is; nil: it is called by its path.
    package init(_ words: [String], at path: String? = nil) {
        (self.words, self.path) = (words, path ?? words.first ?? "")
        name = words.first?.split(separator: "/").last.map(String.init) ?? ""
    }

    /// Has it done, on this thread, which waits.
    ///
    /// - Returns: what it said.
    /// - Throws: when it could not be started, ended badly, or went over a limit.
    package func run() throws(ConfinementFailure) -> [UInt8] {
        var said: [UInt8] = []
        try run(taking: { piece in said += piece })
        return said
    }

    /// Has it done, on this thread, which waits.
    ///
    /// - Parameters:
    ///   - sink: takes what it says, piece by piece.
    ///   - second: takes what it writes to another output, which it finds as the next number behind
    ///     its files: `/dev/fd/3` where there are none. nil: it has no other output.
    /// - Throws: when it could not be started, ended badly, or went over a limit; what the closures
    ///   throw.
    package func run(
        taking sink: @escaping Sink, second: Sink? = nil
    ) throws(ConfinementFailure) {
        let deadline = ContinuousClock.now + limits.time
        var exchange = try Exchange(
            [sink] + (second.map { [$0] } ?? []), outputBytesMax: limits.outputBytesMax)
        if case .pieces(let source) = input { try exchange.feed(source) }
        let process = try start(exchange)
        let ending = ProcessEnding(of: process)
        exchange.started()
        let result = Result { () throws(ConfinementFailure) in
            try exchange.run(until: deadline, orEndOf: ending.descriptor)
            guard ending.wait(until: deadline) else { throw .slow }
        }
        // Whatever it may have started is of its group.
        kill(-process, SIGKILL)
        let status = ending.reap()
        try result.get()
        if let failure = Self.failure(of: status) { throw failure }
    }

    private func start(_ exchange: borrowing Exchange) throws(ConfinementFailure) -> Int32 {
        let (stdin, nowhere) = (try standardInput(exchange), try Descriptor.nowhere())
        var memory: [Descriptor] = []
        for file in files.prefix(2) { memory.append(try MemoryFile(file).descriptor) }
        let extra = memory.map(\.number) + exchange.writers.dropFirst() + [-1, -1]
        let output = exchange.writers.first ?? -1
        let (program, texts) = (strdup(path), words.map { strdup($0) } + [nil])
        // Nothing of our environment: there may be secrets in it.
        let environment = [strdup("LC_ALL=C.UTF-8"), nil]
        defer { for text in texts + environment + [program] { free(text) } }
        return try withExtendedLifetime((stdin, memory, nowhere)) {
            () throws(ConfinementFailure) in
            var order = WorkerOrder()
            order.program = UnsafePointer(program)
            order.input = stdin.number
            order.output = voice == .output ? output : nowhere.number
            order.errors = voice == .errors ? output : nowhere.number
            order.files = (extra[0], extra[1])
            (order.seconds, order.memory) = (UInt64(limits.coreSeconds), UInt64(limits.memoryBytes))
            order.ruleset = ruleset.number
            order.trusted = isTrusted ? 1 : 0
            let process = texts.withUnsafeBufferPointer { words in
                environment.withUnsafeBufferPointer { environment in
                    order.words = words.baseAddress
                    order.environment = environment.baseAddress
                    return worker_start(&order)
                }
            }
            guard process > 0 else {
                throw .failed("no process is left: \(String(cString: strerror(order.error)))")
            }
            guard order.step == 0 else {
                waitpid(process, nil, 0)
                throw .failed(
                    "\(path) cannot be started (step \(order.step)): "
                        + String(cString: strerror(order.error)))
            }
            return process
        }
    }

    private func standardInput(
        _ exchange: borrowing Exchange
    ) throws(ConfinementFailure) -> Descriptor {
        if let reader = exchange.reader { return reader }
        return try MemoryFile(input).descriptor
    }

    private static func failure(of status: Int32) -> ConfinementFailure? {
        let signal = status & 0x7F
        guard signal == 0 else { return .failed("signal \(signal) ended it") }
        let code = Int(status >> 8 & 0xFF)
        return code == 0 ? nil : .exited(status: code)
    }
}

/// Waits for the end of a process of ours.
struct ProcessEnding {
    private let process: Int32
    private let watch: Descriptor?

    /// Can be read when it has ended; -1 where the kernel has no such thing: then only the end of
    /// what it says tells.
    var descriptor: Int32 { watch?.number ?? -1 }

    init(of process: Int32) {
        self.process = process
        watch = try? Descriptor(taking: worker_watch(process))
    }

    /// - Returns: false when it has not ended by then.
    func wait(until deadline: ContinuousClock.Instant) -> Bool {
        guard let watch else { return true }
        return (try? Poll.wait(for: [watch.number], until: deadline)) != nil
    }

    /// Takes note of how it ended. It has ended, or been killed.
    func reap() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return -1 }
        }
        return status
    }
}
