import Accounts
import Avatars
import EventLoop
import HTTP
import HTTPTypes
import Kernel
import SwiftProtobuf
import Wire

/// Pictures of people, over HTTP: who brings one is known before a large body is read, and its
/// pixels are a worker's.
extension ClientHandler {
    /// Finds out who changes a picture, and whether they may.
    ///
    /// - Parameter request: nil when it is only its head yet, and its body is a large one.
    func admit(
        _ head: HTTPRequest, _ request: Request?, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let token = try? BearerToken.read(head.headerFields) else {
            return refuse(.expectedToken, answering: request, connection, loop)
        }
        guard store != nil, let exchange = peers[connection].exchange else { return }
        if let request, let upload = exchange.upload, upload.token == token {
            exchange.upload = nil
            return change(request, token, upload.caller, connection, loop)
        }
        setAside(connection, loop)
        lookUp(token, connection, loop) { handler, result, loop in
            handler.admitted(result, token, request, connection, loop)
        }
    }

    /// Finds out whose token it is.
    func lookUp(
        _ token: String, _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>,
        then take:
            @escaping @Sendable (
                ClientHandler, Result<Caller, Refusal>, isolated EventLoop<ClientHandler>
            ) -> Void
    ) {
        let tell = { @Sendable (result: Result<Caller, Refusal>) in
            loop.post { loop in take(loop.handler, result, loop) }
        }
        store?.read([
            ReadJob(
                origin: nil, owner: .connection(connection.packed, loop: index),
                run: { snapshot in
                    do throws(Refusal) {
                        tell(.success(try AccountsFeature.caller(token: token, in: snapshot)))
                    } catch {
                        tell(.failure(error))
                    }
                    return .done(Done())
                }, failed: { tell(.failure(.fault)) })
        ])
    }

    private func admitted(
        _ result: Result<Caller, Refusal>, _ token: String, _ request: Request?,
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let exchange = exchange(at: .working, of: connection) else { return }
        let caller: Caller
        do throws(Refusal) {
            caller = try result.get()
        } catch {
            unsettle(connection, loop)
            return refuse(error, answering: request, connection, loop)
        }
        settle(connection, as: caller.user, loop)
        if let request { return change(request, token, caller, connection, loop) }
        guard let upload = uploads.admit(caller, token) else {
            return refuse(.uploadsBusy, answering: request, connection, loop)
        }
        guard pays(caller, answering: request, connection, loop) else { return }
        exchange.upload = upload
        exchange.parser.takeLargeBody()
        setStageDeadline(
            connection, afterMilliseconds: settings.messageSeconds * 1000, loop)
        readOnHTTP(connection, loop)
    }

    /// Takes a picture from those that somebody may bring; if there is none left, says so.
    private func pays(
        _ caller: Caller, answering request: Request?, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) -> Bool {
        guard let excess = reception.limiter?.take(.uploads, .user(caller), at: loop.now) else {
            peers[connection].exchange?.payer = caller
            return true
        }
        refuse(
            .tooOften(excess.retryAfter), answering: request, limit: excess.limit, connection,
            loop)
        return false
    }

    /// For want of room: that is not what the day's pictures are for.
    private func payBack(_ exchange: HTTPExchange) {
        if let payer = exchange.payer { reception.limiter?.giveBack(.uploads, to: payer) }
        exchange.payer = nil
    }

    /// What takes away goes behind what was put before, and is metered apart: who put the wrong
    /// picture can withdraw it.
    private func change(
        _ request: Request, _ token: String, _ caller: Caller, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let painters, let exchange = peers[connection].exchange else { return }
        setAside(connection, loop)
        exchange.keepsAlive = request.keepsAlive
        let removes = request.head.method == .delete
        exchange.removes = removes
        if removes {
            if let excess = reception.limiter?.take(.profiles, .user(caller), at: loop.now) {
                return refuse(
                    .tooOften(excess.retryAfter), answering: request, limit: excess.limit,
                    connection, loop)
            }
        } else if exchange.payer == nil {
            guard pays(caller, answering: request, connection, loop) else { return }
        }
        let (avatars, body) = (avatars, request.body)
        let origin = Origin(
            connection: connection.packed, loop: index, command: 0, name: Catalog.pictureName,
            format: .binary, place: reception.catalog.picturePlace)
        let isTaken = painters.submit(
            { _ throws(Refusal) in
                guard removes else { return .write(try avatars.change(to: body, by: token)) }
                return .write { transaction throws(Refusal) in
                    try avatars.remove(by: token, in: transaction)
                }
            }, origin, evenIfFull: removes)
        if !isTaken {
            payBack(exchange)
            refuse(.paintersBusy, answering: request, connection, loop)
        }
    }

    /// A change has been made, and is durable; or it was refused.
    func avatarChanged(
        _ answer: ServerMessage.OneOf_Body, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let exchange = exchange(at: .working, of: connection) else { return }
        let keepsAlive = exchange.keepsAlive
        defer { exchange.payer = nil }
        switch answer {
        case .account where exchange.removes:
            respond(
                HTTPResponse(status: .noContent), [], keepsAlive: keepsAlive, connection, loop)
        case .account(let opened):
            respond(
                HTTPResponse(status: .ok),
                Array("{\"avatar\":\"\(opened.user.avatar)\"}\n".utf8), keepsAlive: keepsAlive,
                connection, loop)
        case .error(let error):
            if error.temporary { payBack(exchange) }
            var response = error.httpResponse
            // Of a picture, it is the kind that is not taken.
            if error.code == .invalidField { response.status = .unsupportedMediaType }
            respond(
                response, ServerMessage(.error(error)).bytes(.json) + [UInt8(ascii: "\n")],
                keepsAlive: keepsAlive, connection, loop)
        default: respond(.fault, keepsAlive: keepsAlive, connection, loop)
        }
    }

    /// Answers somebody who wants to see a picture.
    func showAvatar(
        _ name: String, _ request: Request, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        if let monogram = Monogram(fileName: name) {
            let picture = ServedPicture(
                name: name, contentType: "image/svg+xml", bytes: Array(monogram.svg.utf8))
            return show(picture, request, connection, loop)
        }
        guard StoredPicture.isName(name), let store else {
            return show(nil, request, connection, loop)
        }
        setAside(connection, loop)
        let tell = { @Sendable (picture: ServedPicture?, isFault: Bool) in
            loop.post { loop in
                let handler = loop.handler
                guard handler.exchange(at: .working, of: connection) != nil else { return }
                isFault
                    ? handler.refuse(.fault, answering: request, connection, loop)
                    : handler.show(picture, request, connection, loop)
            }
        }
        let isKnown = ServedPicture.isKnown(name, to: request.head.headerFields)
        store.read([
            ReadJob(
                origin: nil, owner: .connection(connection.packed, loop: index),
                run: { snapshot throws(Refusal) in
                    let stored =
                        try isKnown
                        ? AvatarsFeature.outline(named: name, in: snapshot)
                        : AvatarsFeature.picture(named: name, in: snapshot)
                    tell(stored.map(ServedPicture.init), false)
                    return .done(Done())
                }, failed: { tell(nil, true) })
        ])
    }

    /// - Parameter picture: nil: there is none of that name.
    private func show(
        _ picture: ServedPicture?, _ request: Request, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        let isHead = request.head.method == .head
        guard let picture else {
            let body = isHead ? [] : Refusal(.notFound, "there is no such picture").httpBody
            return respond(
                HTTPResponse(status: .notFound), body, keepsAlive: request.keepsAlive,
                isToHead: isHead, connection, loop)
        }
        let isKnown = ServedPicture.isKnown(picture.name, to: request.head.headerFields)
        respond(
            picture.response(isKnown: isKnown), isKnown ? [] : picture.bytes,
            keepsAlive: request.keepsAlive, isToHead: isHead, connection, loop)
    }
}

extension Refusal {
    fileprivate static let uploadsBusy = Refusal(
        .busy, "too many uploads in progress; try again later", retryAfter: .seconds(5))
    fileprivate static let paintersBusy = Refusal(
        .busy, "too many pictures are being processed; try again later", retryAfter: .seconds(5))
}
