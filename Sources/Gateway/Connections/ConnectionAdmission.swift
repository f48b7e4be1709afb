import Dispatch
import EventLoop
import HTTP
import HTTPTypes
import Hub
import Kernel
import Metering
import Observability
import Settings
import WebSocket
import Wire

/// Admits connections, and at a limit closes one without a session.
///
/// A connection without a session has a place until another connection needs it. So peers without
/// an account cannot keep users out by holding connections open: a new connection is admitted, and
/// its user has signed in long before it would be closed.
final class ConnectionAdmission: LoopPart {
    let state: LoopState
    let census: ConnectionCensus
    var diary = AcceptDiary()

    init(_ state: LoopState, _ census: ConnectionCensus) {
        (self.state, self.census) = (state, census)
    }

    /// The answer when there is no place; the same for all, and made once.
    static let noPlace = noPlace(isToHead: false)
    /// The same to those whose request is HEAD.
    static let noPlaceToHead = noPlace(isToHead: true)

    private static func noPlace(isToHead: Bool) -> [UInt8] {
        var response = Refusal.noPlace.httpResponse
        response.headerFields[.contentType] = "application/json"
        var bytes: [UInt8] = []
        ResponseWriter.append(
            response, body: Refusal.noPlace.httpBody, keepAlive: false, isToHead: isToHead,
            to: &bytes)
        return bytes
    }

    /// Whether a peer may stay; a visitor may have to give way to it.
    func admission(
        of peer: SocketAddress, as connection: ConnectionID,
        on loop: isolated EventLoop<ClientHandler>
    ) -> Admission {
        let isProxy = settings.proxies.trust(peer)
        switch census.admit(
            hubKey(connection), from: peer.networkKey, isProxy: isProxy, within: settings)
        {
        case .admitted(let guest):
            if let guest { sendAway(guest, loop) }
            return isProxy ? .admittedProxy : .admitted
        case .full(let limit, let value):
            noteRefusal(of: peer, .limit(limit, value), loop)
            return .refused(saying: Self.noPlace)
        }
    }

    /// Attributes a connection through a proxy of ours to its client, for limits by address and in
    /// the event log.
    ///
    /// - Returns: whether the client's network has a place left; if not, that was answered.
    func attribute(
        _ request: Request, _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) -> Bool {
        guard !settings.proxies.isEmpty, let peer = loop.peerAddress(of: connection),
            let client = settings.proxies.client(behind: peer, request.head)
        else { return true }
        state.log.write(.connectionForwarded, .connection(key(connection)), .peer(client))
        let proxy = loop.network(of: connection)
        let key = hubKey(connection)
        switch census.move(key, from: proxy, to: client.networkKey, within: settings) {
        case .admitted(let guest):
            if let guest { sendAway(guest, loop) }
            loop.attribute(connection, to: client)
            return true
        case .full(let limit, let value):
            noteRefusal(of: client, .limit(limit, value), loop)
            loop.handler.requests.respond(
                .noPlace, keepsAlive: request.keepsAlive, connection, loop)
            return false
        }
    }

    private func noteRefusal(
        of peer: SocketAddress, _ limit: EventField, _ loop: isolated EventLoop<ClientHandler>
    ) {
        state.meter.refused.add()
        note(.connectionRefused, [.peer(peer), limit], loop)
    }

    /// The socket of a peer that was admitted is closed.
    func departed(
        _ connection: ConnectionID, from network: UInt64, after closure: Closure?
    ) {
        census.leave(hubKey(connection), from: network)
        state.meter.ended(as: closure.map { .init($0) } ?? .handshake)
    }
}

extension Refusal {
    fileprivate static let noPlace = Refusal(
        .busy, "too many connections; try again later", retryAfter: .seconds(10))
}

/// Events about a loop that accepts no connections.
extension ConnectionAdmission {
    /// Accepting is paused, or with nil it goes on.
    func accepting(_ pause: AcceptPause?, _ loop: isolated EventLoop<ClientHandler>) {
        note(diary.now(pause, at: loop.now), loop)
    }

    /// Does what the diary wants.
    private func note(_ step: AcceptDiary.Step, _ loop: isolated EventLoop<ClientHandler>) {
        switch step {
        case .nothing: break
        case .tellPaused(.connectionsMax):
            state.log.write(
                .acceptPaused, .reason("a loop holds as many connections as it can"),
                .limit(.connections, settings.connectionsMax))
        case .tellPaused(.exhausted(let errno)):
            state.log.write(.acceptPaused, .reason("no descriptor left"), .errorNumber(errno))
        case .tellResumed: state.log.write(.acceptResumed)
        case .lookAgain(let after):
            let milliseconds = Int(after / .milliseconds(1)) + 1
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
                loop.post { loop in
                    let admissions = loop.handler.admissions
                    admissions.note(admissions.diary.lookAgain(at: loop.now), loop)
                }
            }
        }
    }
}

/// Connections that give way.
extension ConnectionAdmission {
    /// The connection speaks for a user, and keeps its place unless that user has too many.
    func settle(
        _ connection: ConnectionID, as user: User.ID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        census.settle(
            hubKey(connection), as: user,
            from: loop.network(of: connection))
    }

    /// It has no session any more.
    func unsettle(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        census.unsettle(
            hubKey(connection),
            from: loop.network(of: connection))
    }

    /// Most that give way at once when a descriptor is missing.
    private static var roomMax: Int { 64 }

    /// Sends visitors away when no descriptor is left, so that the next connection is accepted.
    func makeRoom(_ loop: isolated EventLoop<ClientHandler>) {
        for guest in census.makeRoom(for: Self.roomMax) { sendAway(guest, loop) }
    }

    /// Has a visitor give way, on whichever loop it is.
    func sendAway(_ guest: ConnectionKey, _ loop: isolated EventLoop<ClientHandler>) {
        guard guest.loop == index else { return state.hub.sendAway(guest) }
        sendAway(guest.connection, loop)
    }

    /// Has a visitor of this loop give way, unless it has become a user meanwhile.
    func sendAway(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        guard census.isLeaving(hubKey(connection)) else { return }
        state.meter.sentAway.add()
        // A peer in its TLS handshake is known to the loop alone.
        guard peers.holds(connection) else { return loop.expel(connection, saying: []) }
        note(.connectionSentAway, [.connection(key(connection))], loop)
        let words = lastWords(connection, loop)
        loop.handler.leave(connection, loop)
        loop.expel(connection, saying: words)
    }

    private func lastWords(
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) -> [UInt8] {
        if peers[connection].isOpen {
            let reason =
                peers[connection].caller == nil
                ? "nobody signed in" : "your account has many connections"
            return loop.handler.farewell(
                connection, .placeNeeded, "the place is needed, and \(reason)")
        }
        if let exchange = peers[connection].exchange, let answer = exchange.delayed {
            let head = loop.handler.requests.completed(
                answer.response, answer.body, on: connection)
            var bytes: [UInt8] = []
            ResponseWriter.append(
                head, body: answer.body, keepAlive: false, isToHead: exchange.isToHead, to: &bytes)
            return bytes
        }
        // Between two requests words would be taken for the answer to the next.
        guard let exchange = peers[connection].exchange,
            ![.draining, .sending].contains(exchange.stage),
            !exchange.isKept || !exchange.parser.isIdle
        else { return [] }
        return exchange.stage != .reading && exchange.isToHead
            ? Self.noPlaceToHead : Self.noPlace
    }
}

/// Thins out the events about a loop that pauses accepting: at most one line a second, however
/// often it pauses, and the last line always tells its true state.
struct AcceptDiary {
    /// The next step for the event log.
    enum Step: Equatable {
        case nothing
        /// Say that accepting is paused, and why.
        case tellPaused(AcceptPause)
        case tellResumed
        /// Look again after this time.
        case lookAgain(after: Duration)
    }

    private static let distance = Duration.seconds(1)

    private var pause: AcceptPause?
    private var told: AcceptPause?
    private var toldAt: Duration?
    private var isLookPlanned = false

    /// Accepting is paused, or with nil it goes on.
    mutating func now(_ pause: AcceptPause?, at moment: Duration) -> Step {
        self.pause = pause
        return isLookPlanned ? .nothing : look(at: moment)
    }

    /// The time of `lookAgain` has come.
    mutating func lookAgain(at moment: Duration) -> Step {
        isLookPlanned = false
        return look(at: moment)
    }

    private mutating func look(at moment: Duration) -> Step {
        guard pause != told else { return .nothing }
        if let toldAt, moment - toldAt < Self.distance {
            isLookPlanned = true
            return .lookAgain(after: toldAt + Self.distance - moment)
        }
        (told, toldAt) = (pause, moment)
        return pause.map { .tellPaused($0) } ?? .tellResumed
    }
}
