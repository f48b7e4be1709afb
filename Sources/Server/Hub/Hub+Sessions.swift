import Kernel
import WebSocket
import Wire

extension Hub {
    /// Most events read at a time for a session that is behind.
    private static let pageCount = 200

    /// A connection speaks for a user from now on.
    func attach(_ key: ConnectionKey, _ format: WireFormat, _ grant: SessionGrant) {
        guard sessions[key] == nil else { return }
        sessions[key] = HubSession(key: key, format: format, grant: grant)
        send(.signIn(grant.caller), to: key)
        arrive(grant, key)
        log.write(.sessionOpened, .user(grant.caller.user.rawValue))
        catchUp(key)
    }

    /// A connection no longer speaks for anybody.
    func detach(_ key: ConnectionKey) {
        guard let session = sessions.removeValue(forKey: key) else { return }
        leave(session.user, key)
        log.write(.sessionClosed, .user(session.user.rawValue))
    }

    /// Reads the next page for a session that misses events.
    func catchUp(_ key: ConnectionKey) {
        guard let session = sessions[key], session.pace == .live, session.cursor < session.top
        else { return }
        sessions[key]?.pace = .behind
        let (user, cursor) = (session.user, session.cursor)
        let job = ReadJob(origin: nil) { [self] (snapshot) throws(Refusal) in
            do throws(Refusal) {
                let page = try snapshot.all(
                    Inbox.page(of: user, after: cursor, limit: Self.pageCount))
                post { hub in hub.pushPage(page, to: key) }
            } catch {
                post { hub in hub.send(.close(.tryAgainLater, "try again later"), to: key) }
                throw error
            }
            return .done(Done())
        }
        store?.read([job])
    }

    private func pushPage(_ page: [(seq: UInt32, event: InboxEvent)], to key: ConnectionKey) {
        guard var session = sessions[key] else { return }
        for var row in page where row.seq == session.cursor + 1 {
            session.cursor = row.seq
            let payload = row.event.payload(seq: row.seq, session.format)
            send(.message(payload, answers: false), to: key)
        }
        let hasMoved = session.cursor != sessions[key]?.cursor
        session.pace = .live
        sessions[key] = session
        guard hasMoved else {
            // The rows are gone (older than what is kept): a new session starts over, this one
            // would have a hole.
            return send(.close(.tryAgainLater, "the inbox has moved on"), to: key)
        }
        catchUp(key)
    }
}
