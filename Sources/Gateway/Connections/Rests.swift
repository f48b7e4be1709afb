import EventLoop
import Kernel

/// Connections of which too much was refused: those that speak frames are not read for a while, and
/// those that speak HTTP have their answer later.
///
/// A refusal costs as much as a cheap command. A client that goes on regardless would keep its loop
/// busy with them: 45,000 a second.
final class Rests: LoopPart {
    let state: LoopState
    /// Input that waits, of each connection less than one read.
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

    /// A request is refused, or executed although a limit is used up: if there were too many, its
    /// answer waits.
    ///
    /// The answer and not the next request: a proxy gives the connection to another client as soon
    /// as it has the answer.
    ///
    /// - Parameter caller: the sender; nil: not known.
    func delayAnswer(
        to caller: Caller?, _ arrival: Arrival, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard sessionContext.floods(caller, arrival) else { return }
        loop.handler.exchange(of: connection)?.delaysAnswer = true
    }

    /// Keeps an answer that is to wait.
    ///
    /// - Returns: false: it is not to.
    func keep(
        _ answer: ClientExchange.DelayedAnswer, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) -> Bool {
        guard let exchange = loop.handler.exchange(of: connection), exchange.delaysAnswer else {
            return false
        }
        (exchange.delaysAnswer, exchange.delayed, exchange.stage) = (false, answer, .resting)
        loop.rest(connection, forMilliseconds: Self.milliseconds)
        return true
    }

    /// The time is over.
    func end(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        if let exchange = loop.handler.exchange(at: .resting, of: connection) {
            guard let answer = exchange.delayed else { return }
            (exchange.delayed, exchange.stage) = (nil, .working)
            return loop.handler.requests.say(
                answer.response, answer.body, isShared: answer.isShared,
                keepsAlive: answer.keepsAlive, connection, loop)
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
