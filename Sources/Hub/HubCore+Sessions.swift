import Kernel
import Metering
import Observability
import WebSocket
import Wire

extension HubCore {
    /// How many revoked tokens are remembered; a session takes milliseconds to open.
    private static let voidedMax = 10_000

    /// A connection speaks for a user from now on.
    ///
    /// Commits after the snapshot that admitted it may have passed the hub already. Then a read of
    /// the inbox finds them, as it finds what the device had missed before.
    mutating func attach(_ origin: Origin, _ grant: SessionGrant) {
        let key = ConnectionKey(origin)
        guard sessions[key] == nil else { return }
        // The device has moved on to another connection, which this one must not fence.
        guard gone.remove(key) == nil else { return }
        guard !voided.contains(grant.caller.token) else {
            return send(.close(.loggedOut, "logged out"), to: key)
        }
        guard banned[grant.caller.user].map({ $0 <= now.moment }) ?? true else {
            return send(.close(.banned, Self.bannedReason), to: key)
        }
        sessionCount += 1
        var session = HubSession(
            key: key, number: sessionCount, format: origin.format, grant: grant,
            since: now.moment)
        session.horizon = horizon
        sessions[key] = session
        meter.sessions.add()
        meter.missed.add(Int(session.top - session.cursor))
        send(.signIn(grant.caller), to: key)
        let older = sessionToFence(by: session)
        arrive(session, grant)
        if let older { fence(older) }
        claim(session)
        note(
            .sessionOpened, .connection(key.logged), .user(session.user.rawValue),
            .request(origin.command), .count(Int(session.top - session.cursor)))
        if session.cursor < session.top
            || passed.mayExceed(session.top, of: session.user, since: origin.era)
        {
            readPage(for: session)
        }
    }

    /// A connection no longer speaks for a user.
    ///
    /// - Parameter silence: how long it had been silent.
    mutating func detach(_ key: ConnectionKey, after silence: Duration = .zero) {
        guard let session = sessions.removeValue(forKey: key) else { return }
        meter.sessions.add(-1)
        leave(session)
        // The use was recorded when the session opened; it has used its token ever since.
        if session.since.advanced(by: TokenUse.interval) <= now.moment {
            note(TokenUse(.seen, of: session.token, by: session.user), nil)
        }
        notifyUnheard(session, after: silence)
        note(.sessionClosed, .connection(key.logged), .user(session.user.rawValue))
    }

    /// The session of the same device, if it has one: a device has one session at a time.
    ///
    /// A silent session does not replace the device's own session, and is not replaced by it.
    private func sessionToFence(by newer: HubSession) -> ConnectionKey? {
        guard let device = newer.device else { return nil }
        return users[newer.user]?.sessions.first { sessions[$0]?.device == device }
    }

    /// A newer connection has replaced this one, whose own end, whenever it comes, has no effect
    /// any more.
    mutating func fence(_ key: ConnectionKey) {
        detach(key)
        send(.close(.fenced, "a newer connection of this device took over"), to: key)
    }

    /// A token was revoked: ends all sessions that it opened.
    mutating func signOut(_ caller: Caller, by origin: ConnectionKey?) {
        if voided.count >= Self.voidedMax { voided.removeAll(keepingCapacity: true) }
        voided.insert(caller.token)
        for key in users[caller.user]?.sessions ?? []
        where sessions[key]?.token == caller.token {
            detach(key)
            send(key == origin ? .signOut : .close(.loggedOut, "logged out"), to: key)
        }
        devices.forget(caller.token)
    }

    /// Reads on for a session that is behind.
    mutating func catchUp(_ key: ConnectionKey) {
        guard let session = sessions[key], session.pace == .live, session.cursor < session.top
        else { return }
        readPage(for: session)
    }

    /// The last page has left: the next may be read.
    mutating func goOn(_ key: ConnectionKey) {
        guard sessions[key]?.pace == .draining else { return }
        sessions[key]?.pace = .live
        catchUp(key)
    }

    private mutating func readPage(for session: HubSession) {
        sessions[session.key]?.pace = .reading
        output.pages.append(PageRequest(for: session, events))
    }

    mutating func push(_ page: InboxPage) {
        let request = page.request
        guard var session = sessions[request.key], session.number == request.session else {
            return
        }
        var byteCount = 0
        for var row in page.rows where row.seq == session.cursor + 1 {
            let payload = row.event.payload(seq: row.seq, session.format)
            guard byteCount == 0 || byteCount + payload.count <= terms.replayBytes else { break }
            byteCount += payload.count
            session.cursor = row.seq
            send(.event(payload), to: session.key)
        }
        session.top = max(session.top, page.rows.last?.seq ?? 0)
        session.pace = session.cursor < session.top ? .draining : .live
        sessions[session.key] = session
        if session.cursor == request.cursor && session.cursor < request.top {
            // The rows are gone (older than what is kept). A new session starts over; this one
            // would have a gap.
            send(.close(.tryAgainLater, "the inbox has moved on"), to: session.key)
        } else if session.pace == .draining {
            send(.tellWhenDrained, to: session.key)
        }
    }

    mutating func fail(_ request: PageRequest) {
        guard sessions[request.key]?.number == request.session else { return }
        send(.close(.tryAgainLater, "try again later"), to: request.key)
    }
}

extension ConnectionKey {
    /// The connection's number in the event log: the loop in the top byte.
    package var logged: UInt64 { UInt64(loop) << 56 | connection.packed }
}
