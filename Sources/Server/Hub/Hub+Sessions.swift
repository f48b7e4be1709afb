import Kernel
import WebSocket
import Wire

extension Hub {
    /// Most events read at a time for a session that is behind.
    private static let pageCount = 200

    /// A connection speaks for a user from now on.
    ///
    /// It starts behind: what was committed after the snapshot that let it in may have passed here
    /// already, and a look at the inbox finds it.
    func attach(_ key: ConnectionKey, _ format: WireFormat, _ grant: SessionGrant) {
        guard sessions[key] == nil else { return }
        let session = HubSession(key: key, format: format, grant: grant)
        sessions[key] = session
        send(.signIn(grant.caller), to: key)
        arrive(session, grant)
        log.write(.sessionOpened, .user(session.user.rawValue))
        readPage(for: session)
    }

    /// A connection no longer speaks for anybody.
    func detach(_ key: ConnectionKey) {
        guard let session = sessions.removeValue(forKey: key) else { return }
        leave(session)
        log.write(.sessionClosed, .user(session.user.rawValue))
    }

    /// The token of a session was given up: so were all sessions that it opened.
    func signOut(_ key: ConnectionKey) {
        guard let session = sessions[key] else { return }
        for other in users[session.user]?.sessions ?? []
        where other != key && sessions[other]?.token == session.token {
            detach(other)
            send(.close(.loggedOut, "logged out"), to: other)
        }
        detach(key)
        send(.signOut, to: key)
    }

    /// Reads on for a session that misses events.
    func catchUp(_ key: ConnectionKey) {
        guard let session = sessions[key], session.pace == .live, session.cursor < session.top
        else { return }
        readPage(for: session)
    }

    private func readPage(for session: HubSession) {
        let (key, user, cursor) = (session.key, session.user, session.cursor)
        sessions[key]?.pace = .behind
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
        let before = session.cursor
        for var row in page where row.seq == session.cursor + 1 {
            session.cursor = row.seq
            let payload = row.event.payload(seq: row.seq, session.format)
            send(.message(payload, answers: false), to: key)
        }
        session.pace = .live
        session.top = max(session.top, session.cursor)
        sessions[key] = session
        guard session.cursor > before || session.cursor == session.top else {
            // The rows are gone (older than what is kept): a new session starts over, this one
            // would have a hole.
            return send(.close(.tryAgainLater, "the inbox has moved on"), to: key)
        }
        catchUp(key)
    }
}
