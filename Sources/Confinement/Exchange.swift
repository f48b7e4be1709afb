import CWorker
import Glibc

/// What goes to a program and comes from it while it runs, by pipes: at most a piece of each is in
/// our memory.
struct Exchange: ~Copyable {
    private struct Output {
        let pipe: Pipe
        let sink: ConfinedProgram.Sink
        var count = 0
        var isOver = false
    }

    private var outputs: [Output] = []
    private var input: InputPipe?
    private let outputBytesMax: Int

    init(_ sinks: [ConfinedProgram.Sink], outputBytesMax: Int) throws(ConfinementFailure) {
        self.outputBytesMax = outputBytesMax
        for sink in sinks { outputs.append(Output(pipe: try Pipe(), sink: sink)) }
    }

    /// Its standard input is a pipe, too.
    mutating func feed(_ source: @escaping ConfinedProgram.Source) throws(ConfinementFailure) {
        input = try InputPipe(source)
    }

    /// The ends that the program writes to.
    var writers: [Int32] { outputs.map(\.pipe.writerNumber) }

    /// The end that the program reads from; nil: it reads no pipe.
    var reader: Descriptor? { input?.reader }

    /// The program has its ends: from now on the pipes from it end when it does.
    func started() { for output in outputs { output.pipe.closeWriter() } }

    /// Goes on until the program has closed its ends, or has ended.
    ///
    /// - Parameter process: a descriptor that becomes readable when the program has ended. Its
    ///   child processes may still hold their ends of the pipes; they are not waited for.
    mutating func run(
        until deadline: ContinuousClock.Instant, orEndOf process: Int32
    ) throws(ConfinementFailure) {
        var piece = [UInt8](repeating: 0, count: 65_536)
        while outputs.contains(where: { !$0.isOver }) {
            let readers = outputs.map { $0.isOver ? -1 : $0.pipe.reader.number }
            let events = try Poll.wait(
                for: readers + [process], writer: input?.writerNumber ?? -1, until: deadline)
            // All that it said before its end is there.
            if events.dropLast().dropLast().allSatisfy({ $0 == 0 }), events[outputs.count] != 0 {
                return
            }
            for place in outputs.indices where events[place] != 0 {
                try read(place, &piece)
            }
            if events[outputs.count + 1] != 0 { try input?.write() }
        }
    }

    private mutating func read(
        _ place: Int, _ piece: inout [UInt8]
    ) throws(ConfinementFailure) {
        let count = Glibc.read(outputs[place].pipe.reader.number, &piece, piece.count)
        if count < 0, errno == EINTR { return }
        guard count > 0 else {
            outputs[place].isOver = true
            return
        }
        outputs[place].count += count
        guard outputs[place].count <= outputBytesMax else { throw .loud }
        try outputs[place].sink(piece[..<count])
    }
}

/// A pipe between a program and us.
private final class Pipe {
    let reader: Descriptor
    private var writer: Descriptor?

    init() throws(ConfinementFailure) {
        var ends: [Int32] = [-1, -1]
        guard worker_pipe(&ends) == 0 else {
            throw .failed("no pipe is left: \(String(cString: strerror(errno)))")
        }
        let writing = Result { () throws(ConfinementFailure) in try Descriptor(taking: ends[1]) }
        reader = try Descriptor(taking: ends[0])
        writer = try writing.get()
    }

    var writerNumber: Int32 { writer?.number ?? -1 }

    func closeWriter() { writer = nil }
}

/// The pipe to a program's standard input, with what is left to be written to it.
private final class InputPipe {
    private let pipe: Pipe
    private let source: ConfinedProgram.Source
    private var piece: ArraySlice<UInt8> = []

    init(_ source: @escaping ConfinedProgram.Source) throws(ConfinementFailure) {
        pipe = try Pipe()
        self.source = source
        // A write of a piece fills the pipe, and does not wait for the program.
        guard fcntl(pipe.writerNumber, F_SETFL, O_NONBLOCK) == 0 else {
            throw .failed("a pipe that waits: \(String(cString: strerror(errno)))")
        }
    }

    /// Our copy stays open: a program that ends before it has read all would otherwise be a signal.
    var reader: Descriptor { pipe.reader }

    /// -1 when all is written.
    var writerNumber: Int32 { pipe.writerNumber }

    /// Writes as much as there is room for.
    func write() throws(ConfinementFailure) {
        if piece.isEmpty { piece = try source()[...] }
        guard !piece.isEmpty else { return pipe.closeWriter() }
        let count = piece.withUnsafeBytes { bytes in
            Glibc.write(pipe.writerNumber, bytes.baseAddress, bytes.count)
        }
        guard count >= 0 || errno == EINTR || errno == EAGAIN else {
            throw .failed("its input was not written: \(String(cString: strerror(errno)))")
        }
        piece = piece.dropFirst(max(0, count))
    }
}
