package import Dispatch
import EventLoop
import Glibc
package import Hub
import Kernel
import Metering
package import Observability
import Wire

/// Orders about the daemon as a whole.
extension ControlDesk {
    /// - Parameters:
    ///   - addresses: where clients connect.
    ///   - node: this one's name; empty: there are no others.
    ///   - queue: where answers are written.
    package static func status(
        _ instruments: Instruments, _ hub: HubActor, _ addresses: [String], node: String,
        on queue: DispatchQueue
    ) -> Deed {
        deed(hub, on: queue) { (_: AdminStatusRead, core, _) in
            core.peopleCount
        } reply: { (_, people) throws(Refusal) in
            var status = AdminStatus(instruments, addresses, people: people)
            status.node = node
            let count = hub.meter.nodes.alive.current
            if count > 0 { status.nodes = Int32(clamping: count) }
            return try AdminReply(status)
        }
    }
}

extension ControlDesk {
    /// Asks for the end of the daemon; the answer still arrives.
    package static func drain(
        _ instruments: Instruments, _ whenDrained: @escaping @Sendable () -> Void
    ) -> Deed {
        { body, done in
            answer(done) { () throws(Refusal) in
                _ = try AdminDrain(adminBody: body)
                let count = instruments.sum { $0.connections.current }
                var draining = AdminDraining()
                draining.connections = Int32(clamping: count)
                whenDrained()
                return try AdminReply(draining, count: count)
            }
        }
    }
}

extension AdminStatus {
    fileprivate init(_ instruments: Instruments, _ addresses: [String], people: Int) {
        self.init()
        version = Version.text
        pid = getpid()
        let began = Int64(instruments.startedAt * 1_000)
        since = Moment(unixMilliseconds: began).timestamp
        state = instruments.readiness.state.name
        self.addresses = addresses
        connections = Int32(clamping: instruments.sum { $0.connections.current })
        sessions = Int32(clamping: instruments.hub.sessions.current)
        self.people = Int32(clamping: people)
        let queue = instruments.storeQueue()
        queued = Int32(clamping: queue.writes + queue.reads)
        let process = ProcessFigures()
        descriptors = Int32(clamping: process.descriptorCount)
        memoryMib = Int32(clamping: process.residentBytes >> 20)
    }
}
