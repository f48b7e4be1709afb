import Dispatch
import Glibc

/// The daemon that is to follow this one: the same program, perhaps of a newer version, started on
/// our listeners while we still serve.
public struct Successor: Sendable {
    /// How long it may take to read its settings.
    private static let patienceMilliseconds: Int32 = 30_000
    /// What starts it: only the new process itself knows its number.
    private static let script = "export LISTEN_PID=$$; exec \"$0\" \"$@\""

    /// Its number.
    public let process: Int32
    /// Where it says that it is ready; closed when it ends.
    private let pipe: Int32

    /// Starts `program`.
    ///
    /// - Parameters:
    ///   - program: a path; whatever file is there now is run.
    ///   - sockets: our listeners. They stay ours too.
    /// - Throws: why nothing could be started.
    public init(
        _ program: String, _ arguments: [String], sockets: [Inheritance.Socket]
    ) throws(StartFailure) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw StartFailure("no pipe is left") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { _ = close(ends[1]) }
        let environment = Self.environment(handingOver: sockets)
        let passed = sockets.map(\.number) + [ends[1]]
        let words = ["/bin/sh", "-c", Self.script, program] + arguments
        do {
            process = try ChildProcess.spawn(
                words, environment: environment, passing: passed,
                from: Inheritance.firstNumber)
        } catch {
            _ = close(ends[0])
            throw error
        }
        pipe = ends[0]
    }

    /// Waits for it on another thread, and then calls `verdict` once: with nil when it is ready,
    /// or with the reason why it never will be. It has ended then.
    public func whenReady(_ verdict: @escaping @Sendable (_ failure: String?) -> Void) {
        DispatchQueue.global().async {
            let failure = waitUntilReady()
            _ = close(pipe)
            verdict(failure)
        }
    }

    /// What ends a successor. Not SIGTERM: a supervisor that stops a service sends that to all of
    /// its processes, and the second one would kill.
    public static let endSignal = SIGUSR1

    /// Asks it to end.
    public func end() { _ = kill(process, Self.endSignal) }

    private func waitUntilReady() -> String? {
        var waiting = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
        var count = poll(&waiting, 1, Self.patienceMilliseconds)
        while count < 0, errno == EINTR { count = poll(&waiting, 1, Self.patienceMilliseconds) }
        guard count > 0 else {
            _ = kill(process, SIGKILL)
            _ = ChildProcess.ending(of: process)
            return "it was not ready in \(Self.patienceMilliseconds / 1000) s"
        }
        var byte: UInt8 = 0
        guard read(pipe, &byte, 1) == 1, byte == Predecessor.readyByte else {
            return ChildProcess.ending(of: process)
        }
        return nil
    }

    /// Ours, and what hands the sockets over.
    private static func environment(handingOver sockets: [Inheritance.Socket]) -> [String] {
        var variables: [String] = []
        var next = environ
        while let entry = next.pointee {
            variables.append(String(cString: entry))
            next += 1
        }
        let first = Inheritance.firstNumber
        return variables + [
            "\(Inheritance.Name.count)=\(sockets.count)",
            "\(Inheritance.Name.names)=\(sockets.map(\.name).joined(separator: ":"))",
            "\(Inheritance.Name.takeover)=\(first + Int32(clamping: sockets.count))",
        ]
    }
}
