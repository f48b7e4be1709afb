import CWorker
import Glibc

/// A program that does one thing for us and ends: with bounded time, memory and output, without a
/// network, and without a way to other processes or to files that it could change.
///
/// - Source: docs/decisions/0039.
struct Worker {
    /// What it may use.
    struct Limits {
        /// Seconds of a core.
        var coreSeconds = 5
        /// From its start to its end.
        var time = Duration.seconds(10)
        /// Bytes of address space.
        var memoryBytes = 512 << 20
        /// Bytes of what it says; with more of them it is ended.
        var outputBytesMax = 1 << 20
    }

    /// Which of its outputs is listened to; the other one goes nowhere.
    enum Voice { case output, errors }

    /// The path of the program, and its arguments.
    let words: [String]
    /// What it reads as its standard input.
    var input: [UInt8] = []
    /// Files that it finds as `/dev/fd/3` and `/dev/fd/4`; two at most.
    var files: [[UInt8]] = []
    var voice = Voice.output
    var limits = Limits()
    /// What it may do with files; -1: as on a kernel without Landlock.
    var ruleset = Ruleset.shared.number

    init(_ words: [String]) { self.words = words }

    /// What it is called in messages for the operator.
    private var name: String { words.first?.split(separator: "/").last.map(String.init) ?? "" }

    /// Has it done as ``run()`` does.
    ///
    /// - Throws: `.failed` with the program's name.
    func runNamed() throws(SpeechFailure) -> [UInt8] {
        do throws(SpeechFailure) {
            return try run()
        } catch {
            guard case .failed(let reason) = error else { throw error }
            throw .failed("\(name): \(reason)")
        }
    }

    /// Has it done, on this thread, which waits.
    ///
    /// - Returns: what it said.
    /// - Throws: `.failed` when it could not be started, ended badly, or went over a limit.
    func run() throws(SpeechFailure) -> [UInt8] {
        let pipe = try OutputPipe()
        let process = try start(pipe.input)
        let ending = ProcessEnding(of: process)
        pipe.closeInput()
        let deadline = ContinuousClock.now + limits.time
        let result = Result { () throws(SpeechFailure) in
            let said = try pipe.read(
                atMost: limits.outputBytesMax, until: deadline, orEndOf: ending.descriptor)
            guard ending.wait(until: deadline) else { throw .slow }
            return said
        }
        // Whatever it may have started is of its group.
        kill(-process, SIGKILL)
        let status = ending.reap()
        let said = try result.get()
        guard status == 0 else { throw .failed(Self.text(of: status)) }
        return said
    }

    private func start(_ output: Int32) throws(SpeechFailure) -> Int32 {
        let (input, nowhere) = (try MemoryFile(input), try Descriptor.nowhere())
        var files: [MemoryFile] = []
        for file in self.files.prefix(2) { files.append(try MemoryFile(file)) }
        let texts = words.map { strdup($0) } + [nil]
        // Nothing of our environment: there may be secrets in it.
        let environment = [strdup("LC_ALL=C.UTF-8"), nil]
        defer { for text in texts + environment { free(text) } }
        return try withExtendedLifetime((input, files, nowhere)) { () throws(SpeechFailure) in
            var order = WorkerOrder()
            order.program = UnsafePointer(texts[0])
            order.input = input.descriptor.number
            order.output = voice == .output ? output : nowhere.number
            order.errors = voice == .errors ? output : nowhere.number
            let numbers = files.map(\.descriptor.number) + [-1, -1]
            order.files = (numbers[0], numbers[1])
            (order.seconds, order.memory) = (UInt64(limits.coreSeconds), UInt64(limits.memoryBytes))
            order.ruleset = ruleset
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
                    "\(words[0]) cannot be started (step \(order.step)): "
                        + String(cString: strerror(order.error)))
            }
            return process
        }
    }

    private static func text(of status: Int32) -> String {
        let signal = status & 0x7F
        return signal == 0 ? "it ended with \(status >> 8 & 0xFF)" : "signal \(signal) ended it"
    }
}

extension SpeechFailure {
    static let slow = SpeechFailure.failed("it took too long")
    static let loud = SpeechFailure.failed("it said too much")
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
