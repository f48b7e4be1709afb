import EventLoop
import HTTP
import HTTPTypes
import Hub
import Kernel

/// The server, described for programs.
extension ClientRequests {
    /// Another version of the server has another description.
    private static var revalidated: String { "no-cache" }

    /// Answers a request for a description.
    func describe(
        _ kind: ServedDescriptions.Kind, _ request: Request, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        let descriptions = reception.descriptions
        if let file = descriptions.ready(kind) {
            return show(file, caching: Self.revalidated, isShared: true, request, connection, loop)
        }
        loop.handler.setAside(connection, loop)
        let job = ReadJob(owner: owner(connection)) { (_) throws(Refusal) in
            descriptions.make(kind)
        } then: { result in
            loop.post { loop in
                guard loop.handler.exchange(at: .working, of: connection) != nil else { return }
                switch result {
                case .success(let file):
                    loop.handler.requests.show(
                        file, caching: Self.revalidated, isShared: true, request, connection, loop)
                case .failure(let refusal):
                    loop.handler.requests.refuse(refusal, answering: request, connection, loop)
                }
            }
        }
        state.store?.read([job])
    }
}
