import Accounts
package import Dispatch
import EventLoop
import Glibc
package import Hub
package import Kernel
import Metering
package import Observability
import Wire

/// Carries out what administrators order by the admin socket, and notes each order in the log.
///
/// It has a queue of its own, which may wait: for the disk, or for a password to be hashed.
package final class ControlDesk: Sendable {
    /// Receives the result of an order, once.
    package typealias Done = @Sendable (Result<AdminReply, Refusal>) -> Void
    /// Carries an order out, given its JSON.
    package typealias Deed = @Sendable (_ body: [UInt8], _ done: @escaping Done) -> Void

    private let deeds: [String: Deed]
    private let queue: DispatchQueue
    private let log: EventLog

    /// - Parameters:
    ///   - deeds: by their names.
    ///   - queue: where they begin.
    package init(_ deeds: [String: Deed], on queue: DispatchQueue, log: EventLog) {
        (self.deeds, self.queue, self.log) = (deeds, queue, log)
    }

    /// Carries out the order `name`.
    func perform(
        _ name: String, _ body: [UInt8], by peer: LocalPeer, _ done: @escaping Done
    ) {
        guard let deed = deeds[name] else {
            let known = deeds.keys.sorted().joined(separator: ", ")
            // The name is input of the caller's, and is not logged.
            log.write(
                .adminRefused, fields: peer.fields + [.code(ErrorCode.unknownCommand.wireName)])
            return done(.failure(Refusal(.unknownCommand, "there are \(known)")))
        }
        let log = log
        queue.async {
            deed(body) { result in
                log.write(result.event, fields: peer.fields + [.command(name)] + result.fields)
                done(result)
            }
        }
    }
}

extension LocalPeer {
    /// The peer's identity, for the event log.
    var fields: [EventField] { [.peerUser(user), .process(process)] }
}

extension Result where Success == AdminReply, Failure == Refusal {
    fileprivate var event: EventName {
        if case .success = self { .adminDone } else { .adminRefused }
    }

    fileprivate var fields: [EventField] {
        switch self {
        case .success(let reply):
            [
                reply.user.map { .user($0.rawValue) },
                reply.other.map { .otherUser($0.rawValue) }, reply.count.map { .count($0) },
            ].compactMap(\.self)
        case .failure(let refusal): [.code(refusal.code.wireName)]
        }
    }
}

/// Orders about what is stored.
extension ControlDesk {
    /// Finds the user whom an administrator wants to follow.
    package static func trace(on store: any Store) -> Deed {
        { body, done in
            answer(done) { () throws(Refusal) in
                let order = try AdminTrace(adminBody: body)
                return try store.snapshot { (snapshot) throws(Refusal) in
                    let account = try AccountsFeature.account(
                        named: order.user, field: "user", in: snapshot)
                    return try AdminReply(order, about: account.id)
                }
            }
        }
    }

    /// Carries out what the features have of them.
    package static func deed(_ verb: AdminVerb, on store: any Store) -> Deed {
        { body, done in
            answer(done) { () throws(Refusal) in
                switch try verb.prepare(body) {
                case .read(let run): return try store.snapshot(run)
                case .write(let run):
                    store.write([WriteJob(run, then: done)])
                    return nil
                }
            }
        }
    }
}

/// Orders about the nodes of a cluster: any of them answers, by the data.
extension ControlDesk {
    /// Lists them; none when this one is alone.
    ///
    /// - Parameter own: this one's number; nil: it is alone.
    package static func nodes(of own: Int?, in store: any Store) -> Deed {
        { body, done in
            answer(done) { () throws(Refusal) in
                _ = try AdminNodesRead(adminBody: body)
                var nodes = AdminNodes()
                if let own {
                    nodes.nodes = try store.snapshot { (snapshot) throws(Refusal) in
                        try snapshot.all(.nodes(seenBy: own))
                    }
                }
                return try AdminReply(nodes, count: nodes.nodes.count)
            }
        }
    }

    /// The names of nodes, by their numbers.
    static func nodeNames(in store: any Store) throws(Refusal) -> [Int: String] {
        let names = Query("SELECT number, name FROM node") { columns throws(StoreError) in
            (Int(try columns.integer()), try columns.text())
        }
        let rows = try store.snapshot { (snapshot) throws(Refusal) in try snapshot.all(names) }
        return Dictionary(rows) { $1 }
    }
}

extension Query where Row == AdminNode {
    /// All that ever were, by name, and what each has said of itself last.
    fileprivate static func nodes(seenBy own: Int) -> Self {
        Query(
            """
            SELECT n.number, n.name, CASE WHEN l.until > now() THEN 1::bigint ELSE 0::bigint END,
                coalesce(r.version, ''), r.since_ms, coalesce(r.connections, 0),
                coalesce(r.sessions, 0),
                CASE WHEN c.node = n.number AND c.until > now() THEN 1::bigint ELSE 0::bigint END
            FROM node n LEFT JOIN node_lease l ON l.name = 'alive/' || n.number
            LEFT JOIN node_report r ON r.number = n.number
            LEFT JOIN node_lease c ON c.name = 'chores'
            ORDER BY n.name
            """
        ) { columns throws(StoreError) in
            var node = AdminNode()
            let number = try columns.integer()
            node.number = Int32(clamping: number)
            node.name = try columns.text()
            let isAlive = try columns.integer() == 1
            node.state = isAlive ? "alive" : "gone"
            node.version = try columns.text()
            let since = try columns.optionalInteger().map(Moment.init(unixMilliseconds:))
            let (connections, sessions) = (try columns.integer(), try columns.integer())
            node.chores = try columns.integer() == 1
            node.own = number == Int64(own)
            guard isAlive else { return node }
            if let since { node.since = since.timestamp }
            node.connections = Int32(clamping: connections)
            node.sessions = Int32(clamping: sessions)
            return node
        }
    }
}

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
