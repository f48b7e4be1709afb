import Client
import Promises
import SwiftProtobuf
import Synchronization
import WebSocket
import Wire

/// Carries messages as `LoopTransport` does, and writes down what passes.
final class WitnessTransport: Transport {
    private struct State {
        var line: LoopTransport?
        var lineNumber = 0
        var trace: DeviceTrace
        /// Whether there is no way to the server.
        var isAway = false
        /// When the messages that wait for their acknowledgement were sent.
        var sentAt: [UInt32: UInt64] = [:]
        /// Records how long that took; nil when it is not measured.
        var stopwatch: Stopwatch?
    }

    private let route: Route
    private let format: WireFormat
    private let loop: ClientLoop
    private let state: Mutex<State>

    init(_ trace: DeviceTrace, _ route: Route, _ format: WireFormat, on loop: ClientLoop) {
        self.route = route
        self.format = format
        self.loop = loop
        state = Mutex(State(trace: trace))
    }

    /// What was written down so far.
    var trace: DeviceTrace { state.withLock { $0.trace } }

    /// Asks something of what was written down, without a copy of it.
    func ask<Answer: Sendable>(_ question: (borrowing DeviceTrace) -> Answer) -> Answer {
        state.withLock { question($0.trace) }
    }

    /// Forgets the texts of messages; repetitions are no longer detected.
    func forgetTexts() { state.withLock { $0.trace.forgetTexts() } }

    /// From now on a stopwatch takes how long acknowledgements take.
    func time(by stopwatch: Stopwatch?) { state.withLock { $0.stopwatch = stopwatch } }

    /// Cuts the device off, and keeps it so; or lets it come back.
    func stayAway(_ isAway: Bool) {
        state.withLock { $0.isAway = isAway }
        if isAway { cut() }
    }

    /// Ends the connection without a word, as a machine does that loses its network.
    func cut() { state.withLock { $0.line }?.abort() }
}

// MARK: - Transport

extension WitnessTransport {
    func open(report: @escaping @Sendable (TransportEvent) -> Void) {
        let line = LoopTransport(to: route.address, format: format, on: loop)
        let (number, isAway) = state.withLock { state in
            state.line = state.isAway ? nil : line
            state.lineNumber += 1
            state.trace.connecting()
            state.sentAt = [:]
            return (state.lineNumber, state.isAway)
        }
        guard !isAway else {
            Task { report(.ended(.unreachable("away"))) }
            return
        }
        line.open { [self] event in
            note(event, from: number)
            report(event)
        }
    }

    func send(_ message: [UInt8]) {
        let line = state.withLock { state in
            if let said = decodedCommand(message) {
                let now = MonotonicClock.nanoseconds()
                state.trace.sent(said, at: now)
                if case .roomSend = said.command { state.sentAt[said.id] = now }
            }
            return state.line
        }
        line?.send(message)
    }

    func ping() { state.withLock { $0.line }?.ping() }

    func close(_ code: CloseCode, reason: String) {
        state.withLock { $0.line }?.close(code, reason: reason)
    }

    func abort() { cut() }
}

extension WitnessTransport {
    /// What an older connection still brings is not looked at: its client does not either.
    private func note(_ event: TransportEvent, from number: Int) {
        let now = MonotonicClock.nanoseconds()
        let wallTime = MonotonicClock.wallMilliseconds()
        switch event {
        case .message(let bytes):
            guard let message = ServerMessage(bytes, format) else { return }
            state.withLock { state in
                guard state.lineNumber == number else { return }
                state.trace.received(message, at: now, wallTime: wallTime)
                guard let sent = state.sentAt.removeValue(forKey: message.id) else { return }
                state.stopwatch?.record(from: sent, to: now)
            }
        case .ended:
            state.withLock { if $0.lineNumber == number { $0.trace.disconnected() } }
        case .opened, .heard: break
        }
    }

    private func decodedCommand(_ bytes: [UInt8]) -> ClientMessage? {
        switch format {
        case .json: try? ClientMessage(jsonUTF8Bytes: bytes)
        case .binary: try? ClientMessage(serializedBytes: bytes)
        }
    }
}
