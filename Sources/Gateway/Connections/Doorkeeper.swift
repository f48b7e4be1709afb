import EventLoop
import HTTP
import HTTPTypes
import Hub
import Kernel
import Metering
import Observability
import Settings
import Wire

/// Who is let in, and who gives way.
///
/// Whoever speaks for nobody has a place until somebody else needs it. So nobody without an account
/// keeps users out by holding connections open: whoever comes is let in, and has signed in long
/// before it is their turn to give way.
final class Doorkeeper: LoopPart {
    let state: LoopState
    let census: ConnectionCensus
    var diary = AcceptDiary()

    init(_ state: LoopState, _ census: ConnectionCensus) {
        (self.state, self.census) = (state, census)
    }

    /// What those are told for whom there is no place; the same for all, and made once.
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

    /// Who opens a WebSocket through a proxy of ours is who counts from then on, for limits by
    /// address and in the event log.
    ///
    /// - Returns: whether there is place for one more from there; if not, that was answered.
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
