import Accounts
package import Dispatch
package import Hub
package import Kernel
import Observability
import SwiftProtobuf
import Wire

/// Orders about sessions: the hub knows them, and nothing of them is stored.
extension ControlDesk {
    /// Most that one page of sessions has.
    private static let pageMax = 500

    /// Those that the hub carries out.
    ///
    /// - Parameters:
    ///   - shared: the store, if other nodes have sessions on it: their users are looked up there.
    ///   - queue: where answers are written.
    package static func deeds(
        of hub: HubActor, _ shared: (any Store)?, on queue: DispatchQueue
    ) -> [String: Deed] {
        let nodes = hub.meter.nodes
        return [
            "kick": kick(hub, shared, on: queue),
            "broadcast": deed(hub, on: queue) {
                (order: AdminBroadcast, core, now) throws(Refusal) in
                let limits = PlainText.Limits(
                    AdminBroadcast.textLength, allowsLines: true)
                let text = try PlainText(order.text, limits, field: "text").text
                return core.broadcast(text, at: now)
            } reply: { (_, count) throws(Refusal) in
                var told = AdminTold()
                told.sessions = Int32(clamping: count)
                if nodes.otherCount > 0 { told.nodes = Int32(clamping: nodes.otherCount) }
                return try AdminReply(told, count: count)
            },
        ]
    }

    private static func kick(
        _ hub: HubActor, _ shared: (any Store)?, on queue: DispatchQueue
    ) -> Deed {
        let nodes = hub.meter.nodes
        return { body, done in
            answer(done) { () throws(Refusal) in
                let order = try AdminKick(adminBody: body)
                let known = try shared.map { (store) throws(Refusal) in
                    try account(named: order.user, in: store)
                }
                let kick = deed(hub, on: queue) { (order: AdminKick, core, now) in
                    core.kick(
                        order.user, number: order.hasSession ? order.session : nil, known: known,
                        at: now)
                } reply: { (_, kicked) throws(Refusal) in
                    try reply(to: kicked, nodes)
                }
                kick(body, done)
                return nil
            }
        }
    }

    /// Lists sessions: all, or those of one user. The store checks that the account exists, since
    /// the hub knows users only while they are connected.
    package static func sessions(
        of hub: HubActor, _ store: any Store, on queue: DispatchQueue
    ) -> Deed {
        let list = deed(hub, on: queue) { (order: AdminSessionsRead, core, _) in
            (
                core.standings(of: order.user.isEmpty ? nil : order.user),
                order.user.isEmpty ? [] : core.nodes(of: order.user)
            )
        } reply: { (order, found) throws(Refusal) in
            let names = try found.1.isEmpty ? [:] : nodeNames(in: store)
            return try page(
                of: found.0, after: order.after, elsewhere: found.1.compactMap { names[$0] })
        }
        return { body, done in
            answer(done) { () throws(Refusal) in
                let user = try AdminSessionsRead(adminBody: body).user
                if !user.isEmpty { _ = try account(named: user, in: store) }
                list(body, done)
                return nil
            }
        }
    }

    private static func account(
        named user: String, in store: any Store
    ) throws(Refusal) -> User.ID {
        try store.snapshot { (snapshot) throws(Refusal) in
            try AccountsFeature.account(named: user, field: "user", in: snapshot).id
        }
    }

    /// An order that the hub carries out.
    ///
    /// - Parameters:
    ///   - queue: where the answer is written, so that the hub need not.
    ///   - carryOut: on the hub.
    static func deed<Order: Message, Found: Sendable>(
        _ hub: HubActor, on queue: DispatchQueue,
        _ carryOut:
            @escaping @Sendable (Order, inout HubCore, HubTime) throws(Refusal) -> Found,
        reply: @escaping @Sendable (Order, Found) throws(Refusal) -> AdminReply
    ) -> Deed {
        { body, done in
            answer(done) { () throws(Refusal) in
                let order = try Order(adminBody: body)
                hub.post { core, now in
                    answer(done) { () throws(Refusal) in
                        let found = try carryOut(order, &core, now)
                        queue.async {
                            answer(done) { () throws(Refusal) in try reply(order, found) }
                        }
                        return nil
                    }
                }
                return nil
            }
        }
    }

    /// Hands on what `make` makes, or why it does not.
    ///
    /// - Parameter make: returns nil when the answer comes later.
    static func answer(_ done: Done, _ make: () throws(Refusal) -> AdminReply?) {
        do throws(Refusal) {
            if let reply = try make() { done(.success(reply)) }
        } catch {
            done(.failure(error))
        }
    }

    private static func page(
        of standings: [HubCore.Standing], after: UInt64, elsewhere: [String]
    ) throws(Refusal) -> AdminReply {
        let rest = standings.filter { $0.session.number > after }
            .sorted { $0.session.number < $1.session.number }
        var page = AdminSessions()
        page.sessions = rest.prefix(pageMax).map(\.entry)
        if rest.count > pageMax, let last = page.sessions.last { page.next = last.session }
        page.elsewhere = elsewhere
        return try AdminReply(page, count: page.sessions.count)
    }

    private static func reply(
        to kicked: Kick?, _ nodes: NodeMeter
    ) throws(Refusal) -> AdminReply {
        guard let kicked else { throw Refusal(.notFound, field: "user", "no such session") }
        var answer = AdminKicked()
        answer.sessions = Int32(clamping: kicked.count)
        if kicked.isTold { answer.nodes = Int32(clamping: nodes.otherCount) }
        return try AdminReply(answer, about: kicked.user, count: kicked.count)
    }
}

extension HubCore.Standing {
    fileprivate var entry: AdminSession {
        var entry = AdminSession()
        entry.session = session.number
        entry.user = username
        entry.uid = String(session.user.rawValue)
        entry.conn = String(session.key.logged)
        entry.device = session.device ?? ""
        entry.since = session.since.timestamp
        entry.behind = Int32(clamping: session.top - session.cursor)
        return entry
    }
}
