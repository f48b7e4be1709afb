import EventLoop
import HTTP
import HTTPTypes
import Hub
import Kernel
import Observability
import Settings
import Wire

/// Files that anybody may see.
extension ClientRequests {
    /// Answers somebody who wants to see one.
    func show(
        _ name: String, of files: RouteFile, _ request: Request, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        switch files.find(name) {
        case .here(let file):
            show(file, aThing: files.thing, isShared: true, request, connection, loop)
        case .stored(let look):
            loop.handler.setAside(connection, loop)
            let isKnown = ServedFile.isKnown(name, to: request.head.headerFields)
            let job = ReadJob(owner: owner(connection)) { (snapshot) throws(Refusal) in
                try look(snapshot, isKnown)
            } then: { result in
                loop.post { loop in
                    loop.handler.requests.found(
                        result, aThing: files.thing, request, connection, loop)
                }
            }
            state.store?.read([job])
        }
    }

    private func found(
        _ result: Result<ServedFile?, Refusal>, aThing thing: String, _ request: Request,
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard loop.handler.exchange(at: .working, of: connection) != nil else { return }
        switch result {
        case .success(let file): show(file, aThing: thing, request, connection, loop)
        case .failure: refuse(.fault, answering: request, connection, loop)
        }
    }

    /// - Parameters:
    ///   - file: nil: there is none, or none that the client may see.
    ///   - thing: what it is.
    ///   - caching: nil: what its name stands for never changes.
    ///   - isShared: whether others keep its bytes anyway.
    func show(
        _ file: ServedFile?, aThing thing: String, caching: String? = nil, isShared: Bool = false,
        _ request: Request, _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let file else {
            let refusal = Refusal(.notFound, "there is no such \(thing)")
            return say(
                HTTPResponse(status: .notFound), refusal.httpBody,
                keepsAlive: request.keepsAlive, connection, loop)
        }
        show(file, caching: caching, isShared: isShared, request, connection, loop)
    }

    /// - Parameters:
    ///   - caching: nil: what its name stands for never changes.
    ///   - isShared: whether others keep its bytes anyway.
    func show(
        _ file: ServedFile, caching: String? = nil, isShared: Bool, _ request: Request,
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        let isKnown = ServedFile.isKnown(file.name, to: request.head.headerFields)
        var response = file.response(isKnown: isKnown)
        if let caching { response.headerFields[.cacheControl] = caching }
        say(
            response, isKnown ? [] : file.bytes, isShared: isShared,
            keepsAlive: request.keepsAlive, connection, loop)
    }

    /// Answers a browser that wants a file of the page.
    func show(
        _ file: PageFile, _ request: Request, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        if file.isDocument, let local = loop.localAddress(of: connection),
            let answer = MisdirectedPage(
                request.head, settings.origins, at: local,
                isEncrypted: loop.isEncrypted(connection))
        {
            note(
                .httpRefused,
                [.connection(key(connection)), .status(421), .reason(answer.reason)], loop)
            return say(
                answer.response, answer.body, keepsAlive: request.keepsAlive, connection, loop)
        }
        let form = file.form(for: request.head.headerFields)
        let isKnown = ServedFile.isKnown(form.name, to: request.head.headerFields)
        say(
            isKnown ? form.known : form.whole, isKnown ? [] : form.bytes, isShared: true,
            keepsAlive: request.keepsAlive, connection, loop)
    }
}
