import Dispatch
import EventLoop
package import Kernel
import Synchronization
import Wire

/// The users whose frames administrators follow. Loops ask about every message, and hand over those
/// of followed users.
///
/// A message is looked into on a queue of its own; when that falls behind, frames are left out and
/// counted. What was said in one is never shown.
package final class Traces: Sendable {
    /// Takes a line, with its end.
    package typealias Sink = @Sendable ([UInt8]) -> Void

    /// Most frames that wait to be looked into.
    private static let waitingMax = 1_000
    /// Most that run at a time: half of the orders that there may be, so that the others are still
    /// given.
    package static let followedMax = 8

    private struct State {
        var sinks: [UInt64: (user: User.ID, sink: Sink)] = [:]
        var count: UInt64 = 0
        var waiting = 0
        var dropped = 0
    }

    private let state = Mutex(State())
    private let isOn = Atomic(false)
    private let queue = DispatchQueue(label: "upfor.trace", qos: .utility)

    /// Nothing has happened yet.
    package init() {}

    /// Begins to follow a user.
    ///
    /// - Returns: what ends it.
    package func begin(_ user: User.ID, _ sink: @escaping Sink) -> UInt64 {
        state.withLock { state in
            state.count += 1
            state.sinks[state.count] = (user, sink)
            isOn.store(true, ordering: .relaxed)
            return state.count
        }
    }

    package func end(_ number: UInt64) {
        state.withLock { state in
            state.sinks[number] = nil
            isOn.store(!state.sinks.isEmpty, ordering: .relaxed)
        }
    }

    /// Whether any user is followed.
    var isAnybodyFollowed: Bool { isOn.load(ordering: .relaxed) }

    /// Whether a user is followed.
    func follows(_ user: User.ID) -> Bool {
        state.withLock { state in state.sinks.values.contains { $0.user == user } }
    }

    /// Shows a frame to the administrators who follow the user.
    func note(_ frame: TracedFrame, of user: User.ID) {
        let isWanted = state.withLock { state in
            guard state.waiting < Self.waitingMax else {
                state.dropped += 1
                return false
            }
            state.waiting += 1
            return true
        }
        if isWanted { queue.async { self.show(frame, of: user) } }
    }

    private func show(_ frame: TracedFrame, of user: User.ID) {
        let (sinks, dropped) = state.withLock { state in
            state.waiting -= 1
            defer { state.dropped = 0 }
            return (state.sinks.values.filter { $0.user == user }.map(\.sink), state.dropped)
        }
        var entry = frame.entry
        if dropped > 0 { entry.dropped = Int32(clamping: dropped) }
        let line = entry.builtBytes(.json)
        for sink in sinks { sink(line + [UInt8(ascii: "\n")]) }
    }
}
