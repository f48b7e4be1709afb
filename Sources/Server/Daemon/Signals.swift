import Dispatch
import Glibc
import Synchronization

/// The signals that end the process, as something to wait for.
///
/// They are ignored before their sources are made: otherwise the first one would kill.
public final class Signals: Sendable {
    private let sources: Mutex<[any DispatchSourceSignal]>
    private let stream: AsyncStream<Void>

    /// From here on the first SIGTERM or SIGINT does not kill, but ends the wait.
    public init() {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let queue = DispatchQueue(label: "upfor.signals")
        self.stream = stream
        sources = Mutex(
            [SIGTERM, SIGINT].map { number in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
                source.setEventHandler {
                    // A second one ends the process at once, whatever still hangs.
                    signal(number, SIG_DFL)
                    continuation.yield()
                }
                source.activate()
                return source
            })
    }

    /// Returns when one of them has come.
    public func wait() async {
        for await _ in stream { return }
    }
}
