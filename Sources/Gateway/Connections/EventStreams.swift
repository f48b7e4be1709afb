import EventLoop
import HTTP
import HTTPTypes
import Hub
import Kernel
import Observability
import Sessions
import SwiftProtobuf
import WebSocket
import Wire

/// `GET /v1/events`: a session that only listens, as server-sent events. It is opened, fenced,
/// limited and dismissed as a session of a WebSocket.
final class EventStreams: LoopPart {
    let state: LoopState
    private var streams: [ConnectionID: EventStream] = [:]

    init(_ state: LoopState) {
        self.state = state
    }

    /// Opens the session. Its first message decides whether there is a stream.
    func open(
        _ request: Request, _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        let opening: SessionOpen
        let token: String
        do throws(Refusal) {
            (opening, token) = try Self.opening(of: request)
        } catch {
            return loop.handler.requests.refuse(error, answering: request, connection, loop)
        }
        guard loop.handler.admissions.attribute(request, connection, loop) else { return }
        loop.handler.admissions.unsettle(connection, loop)
        let page = peers.exchange(of: connection)?.page
        peers[connection].session = Session(speaking: .json, token: token)
        peers[connection].marks.insert(.eventStream)
        streams[connection] = EventStream(for: page)
        guard !loop.handler.drain.isOn else {
            return loop.handler.drain.dismissLatecomer(connection, loop)
        }
        loop.setDeadline(connection, afterMilliseconds: settings.signInMilliseconds)
        let message = ClientMessage.with { ($0.id, $0.sessionOpen) = (1, opening) }
        message.builtBytes(.json).withUnsafeBytes { bytes in
            loop.handler.run(bytes, as: .json, connection, loop)
        }
    }

    /// Answers HEAD: whether there would be a stream, without a session. What is wrong with the
    /// opening is said as to GET, and as there the connection ends with the answer.
    func describe(
        _ request: Request, _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        let opening: SessionOpen
        let token: String
        do throws(Refusal) {
            (opening, token) = try Self.opening(of: request)
        } catch {
            return loop.handler.requests.refuse(error, answering: request, connection, loop)
        }
        var command = opening
        command.token = token
        loop.handler.setAside(connection, loop)
        let job = ReadJob(owner: owner(connection)) { [command] (snapshot) throws(Refusal) in
            try SessionsFeature.opener(by: command, in: snapshot).caller
        } then: { result in
            loop.post { loop in loop.handler.streams.described(result, connection, loop) }
        }
        state.store?.read([job])
    }

    private func described(
        _ result: Result<Caller, Refusal>, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard loop.handler.exchange(at: .working, of: connection) != nil else { return }
        switch result {
        case .success: end(connection, saying: nil, loop)
        case .failure(let refusal):
            end(connection, saying: refusal.error(in: "sessionOpen"), loop)
        }
    }

    /// The answer to HEAD is the head of a stream, or of a refusal.
    private func end(
        _ connection: ConnectionID, saying error: CommandError?,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        let page = peers.exchange(of: connection)?.page
        if error == nil { state.meter.answered(.events, status: 200) }
        let head =
            error.map { response($0, for: page, isToHead: true) } ?? EventStream.head(for: page)
        loop.resumeReading(connection)
        loop.handler.endHTTP(connection, loop)
        loop.close(connection, saying: head)
    }

    /// The `sessionOpen` that a request is, and the token for it.
    private static func opening(
        of request: Request
    ) throws(Refusal) -> (message: SessionOpen, token: String) {
        guard let token = try? BearerToken.read(request.head.headerFields) else {
            throw .expectedToken
        }
        let parts = (request.head.path ?? "").split(separator: "?", maxSplits: 1)
        var query = String(parts.dropFirst().first ?? "")
        if let name = HTTPField.Name("Last-Event-ID"), let id = request.head.headerFields[name] {
            guard let (epoch, seq) = EventStream.position(of: id),
                epoch.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"&=%+#".utf8.contains($0) })
            else {
                throw Refusal(
                    .invalidField, field: "Last-Event-ID", "expected the id of an event")
            }
            let kept = query.split(separator: "&").filter {
                !$0.hasPrefix("after=") && !$0.hasPrefix("epoch=")
            }
            query = (kept.map(String.init) + ["epoch=\(epoch)", "after=\(seq)"])
                .joined(separator: "&")
        }
        do throws(DecodingFailure) {
            let fields = try RequestFields(query: query[...])
            let opening = try fields.decoding(named: "sessionOpen") {
                (envelope) throws(DecodingFailure) in
                try envelope.decode(SessionOpen.self, named: "sessionOpen")
            }
            return (opening, token)
        } catch {
            throw Refusal(error)
        }
    }

    /// Sends a message of the session.
    func send(
        _ message: [UInt8], to connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        let isNew = streams[connection]?.isOpen == false
        switch streams[connection]?.write(message) {
        case .bytes(let bytes):
            if isNew { state.meter.answered(.events, status: 200) }
            streamOut(bytes, to: connection, loop)
        case .refusal(let error):
            loop.handler.leave(connection, loop)
            loop.close(connection, saying: response(error, connection))
        case nil: break
        }
    }

    /// Keeps the stream alive. A client that is gone is found by its unacknowledged bytes.
    func keep(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        streamOut(EventStream.comment, to: connection, loop)
        loop.handler.drain.setStageDeadline(
            connection, afterMilliseconds: settings.pingSeconds * 1000, loop)
    }

    /// The connection is over.
    func forget(_ connection: ConnectionID) {
        if !streams.isEmpty { streams[connection] = nil }
    }

    /// `bye` as the last event, or the response of a request that has had none.
    func farewell(_ goodbye: [UInt8], _ connection: ConnectionID) -> [UInt8] {
        switch streams[connection]?.write(goodbye) {
        case .bytes(let bytes): bytes
        case .refusal(let error): response(error, connection)
        case nil: []
        }
    }

    private func streamOut(
        _ bytes: [UInt8], to connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard peers[connection].isOpen else { return }
        if loop.send(bytes.span.bytes, to: connection) == .full {
            loop.handler.overflow(connection, loop)
        }
    }

    private func response(_ error: CommandError, _ connection: ConnectionID) -> [UInt8] {
        response(error, for: streams[connection]?.page, isToHead: false)
    }

    private func response(
        _ error: CommandError, for page: String?, isToHead: Bool
    ) -> [UInt8] {
        var response = error.httpResponse
        state.meter.answered(.events, status: response.status.code)
        if let page {
            response.headerFields[.accessControlAllowOrigin] = page
            response.headerFields[.vary] = "Origin"
        }
        response.headerFields[.contentType] = "application/json"
        var bytes: [UInt8] = []
        ResponseWriter.append(
            response, body: ServerMessage(.error(error)).bytes(.json) + [UInt8(ascii: "\n")],
            keepAlive: false, isToHead: isToHead, to: &bytes)
        return bytes
    }
}
