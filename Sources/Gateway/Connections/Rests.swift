import EventLoop
import Kernel

/// Connections of which too much was refused: they are not read for a while.
///
/// A refusal costs as much as a cheap command. A client that goes on regardless would keep its loop
/// busy with them: 45,000 a second.
final class Rests: LoopPart {
    let state: LoopState
    /// What they have sent before, of each less than one read.
    private var waiting: [ConnectionID: [UInt8]] = [:]

    private static let milliseconds = 1_000

    init(_ state: LoopState) {
        self.state = state
    }

    /// Reads nothing from a connection for a while; the rest of its input waits.
    func begin(
        _ connection: ConnectionID, leaving input: inout UnsafeMutableRawBufferPointer,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        peers[connection].marks.insert(.resting)
        if !input.isEmpty { waiting[connection] = Array(input) }
        input = UnsafeMutableRawBufferPointer(rebasing: input.suffix(0))
        loop.rest(connection, forMilliseconds: Self.milliseconds)
    }

    /// A request was refused, and has its answer: if there were too many, the next one waits.
    ///
    /// - Parameter caller: who has sent it; nil: not known.
    func noteRefusal(
        of caller: Caller?, _ arrival: Arrival, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard reception.floods(caller, arrival),
            let exchange = loop.handler.exchange(of: connection)
        else { return }
        exchange.stage = .resting
        loop.rest(connection, forMilliseconds: Self.milliseconds)
    }

    /// A request is executed although a limit is used up: if there were too many, the next one
    /// waits.
    func notePaced(
        of caller: Caller?, _ arrival: Arrival, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard reception.floods(caller, arrival) else { return }
        loop.rest(connection, forMilliseconds: Self.milliseconds)
    }

    /// The time is over.
    func end(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        if loop.handler.exchange(at: .resting, of: connection) != nil {
            return loop.handler.readOnHTTP(connection, loop)
        }
        guard peers[connection].marks.remove(.resting) != nil else { return }
        peers[connection].heardNow(at: loop.handler.seconds(loop))
        guard var bytes = waiting.removeValue(forKey: connection) else { return }
        bytes.withUnsafeMutableBytes { bytes in
            var input = bytes
            loop.handler.readFrames(&input, connection, loop)
        }
    }

    /// The connection is gone.
    func forget(_ connection: ConnectionID) {
        if !waiting.isEmpty { waiting[connection] = nil }
    }
}
