import Accounts
import Dispatch
import Kernel
import SwiftProtobuf
import WebSocket
import Wire

/// Orders about sessions: the hub knows them, and nothing of them is stored.
extension ControlDesk {
    /// Most that one page of sessions has.
    private static let pageMax = 500

    /// Those that the hub carries out.
    ///
    /// - Parameter queue: where answers are written.
    static func deeds(of hub: Hub, on queue: DispatchQueue) -> [String: Deed] {
        [
            "kick": deed(hub, on: queue) { (order: AdminKick, core, now) in
                core.end(
                    sessionsOf: order.user, number: order.hasSession ? order.session : nil,
                    .kicked, "an administrator ended this session", at: now)
            } reply: { (_, ended) throws(Refusal) in
                try kicked(ended)
            },
            "broadcast": deed(hub, on: queue) {
                (order: AdminBroadcast, core, now) throws(Refusal) in
                let limits = PlainText.Limits(1...500, allowsLines: true)
                let text = try PlainText(order.text, limits, field: "text").text
                return core.broadcast(text, at: now)
            } reply: { (_, count) throws(Refusal) in
                var told = AdminTold()
                told.sessions = Int32(clamping: count)
                return try AdminReply(told, count: count)
            },
        ]
    }

    /// Lists sessions; of somebody only if there is such a person, whom the hub knows only while
    /// they are connected.
    static func sessions(
        of hub: Hub, _ store: any Store, on queue: DispatchQueue
    ) -> Deed {
        let list = deed(hub, on: queue) { (order: AdminSessionsRead, core, _) in
            core.standings(of: order.user.isEmpty ? nil : order.user)
        } reply: { (order, standings) throws(Refusal) in
            try page(of: standings, after: order.after)
        }
        return { body, done in
            answer(done) { () throws(Refusal) in
                let user = try AdminSessionsRead(adminBody: body).user
                if !user.isEmpty { try requireAccount(named: user, in: store) }
                list(body, done)
                return nil
            }
        }
    }

    private static func requireAccount(
        named user: String, in store: any Store
    ) throws(Refusal) {
        try store.snapshot { (snapshot) throws(Refusal) in
            _ = try AccountsFeature.account(named: user, field: "user", in: snapshot)
        }
    }

    /// An order that the hub carries out.
    ///
    /// - Parameters:
    ///   - queue: where the answer is written, so that the hub need not.
    ///   - carryOut: on the hub.
    static func deed<Order: Message, Found: Sendable>(
        _ hub: Hub, on queue: DispatchQueue,
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
        of standings: [HubCore.Standing], after: UInt64
    ) throws(Refusal) -> AdminReply {
        let rest = standings.filter { $0.session.number > after }
            .sorted { $0.session.number < $1.session.number }
        var page = AdminSessions()
        page.sessions = rest.prefix(pageMax).map(\.entry)
        if rest.count > pageMax, let last = page.sessions.last { page.next = last.session }
        return try AdminReply(page, count: page.sessions.count)
    }

    private static func kicked(_ ended: (user: User.ID, count: Int)?) throws(Refusal) -> AdminReply
    {
        guard let ended, ended.count > 0 else {
            throw Refusal(.notFound, field: "user", "no such session")
        }
        var kicked = AdminKicked()
        kicked.sessions = Int32(clamping: ended.count)
        return try AdminReply(kicked, about: ended.user, count: ended.count)
    }
}

extension HubCore.Standing {
    fileprivate var entry: AdminSession {
        var entry = AdminSession()
        entry.session = session.number
        entry.user = username
        entry.uid = String(session.user.rawValue)
        entry.cid = String(session.key.logged)
        entry.device = session.device ?? ""
        entry.since = session.since.timestamp
        entry.behind = Int32(clamping: session.top - session.cursor)
        return entry
    }
}
