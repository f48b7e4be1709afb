import Dispatch
public import Gateway
import Glibc
public import Observability

/// The daemon that is to follow this one: the same program, perhaps of a newer version, started on
/// our listeners while we still serve.
public struct Successor: Sendable {
    /// How long it may take to read its settings.
    private static let patienceMilliseconds: Int32 = 30_000
    /// What starts it: only the new process itself knows its number.
    private static let start = "export LISTEN_PID=$$; exec \"$0\" \"$@\""
    /// Its parent until it is ready. The parent writes the successor's number to standard input,
    /// and ends in the same way as the successor.
    private static let launch = """
        /bin/sh -c '\(start)' "$0" "$@" &
        echo $! >&0
        wait $! || { code=$?; [ $code -le 128 ] || kill -$((code - 128)) $$; exit $code; }
        """

    /// Its number.
    public let process: Int32
    /// A child of ours to wait for, which the successor is not.
    ///
    /// systemd does not wait for the end of a main process that was another process's child when
    /// `MAINPID=` named it: `systemctl stop` would kill a successor of ours at once. So its parent
    /// ends before that, and systemd, which adopts orphans, becomes its parent.
    private let launcher: Int32
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
        let ready = try ChildPipe()
        let number = try ChildPipe()
        let passed = sockets.map(\.number) + [ready.input]
        launcher = try ChildProcess.spawn(
            ["/bin/sh", "-c", Self.launch, program] + arguments,
            environment: Self.environment(handingOver: sockets), passing: passed,
            from: Inheritance.firstNumber, input: number.input)
        guard let process = number.readLine().flatMap(Int32.init) else {
            throw StartFailure("cannot start \(program): \(ChildProcess.ending(of: launcher))")
        }
        self.process = process
        pipe = ready.keepOutput()
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
            _ = ChildProcess.ending(of: launcher)
            return "it was not ready in \(Self.patienceMilliseconds / 1000) s"
        }
        var byte: UInt8 = 0
        guard read(pipe, &byte, 1) == 1, byte == Predecessor.readyByte else {
            return ChildProcess.ending(of: launcher)
        }
        _ = kill(launcher, SIGKILL)
        _ = ChildProcess.ending(of: launcher)
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
