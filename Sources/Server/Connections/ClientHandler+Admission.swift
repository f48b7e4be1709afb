import EventLoop
import HTTP
import HTTPTypes
import Kernel
import Wire

extension ClientHandler {
    /// What those are told for whom there is no place; the same for all, and made once.
    private static let noPlace: [UInt8] = {
        let error = Refusal(.busy, "too many connections; try again later").error(in: "")
        let body = ServerMessage(.error(error)).bytes(.json) + [UInt8(ascii: "\n")]
        let response = HTTPResponse(
            status: .serviceUnavailable,
            headerFields: [.retryAfter: "10", .contentType: "application/json"])
        var bytes: [UInt8] = []
        ResponseWriter.append(response, body: body, keepAlive: false, to: &bytes)
        return bytes
    }()

    func admission(
        of peer: SocketAddress, on loop: isolated EventLoop<ClientHandler>
    ) -> Admission {
        switch census.admit(peer.networkKey, within: settings) {
        case .admitted: return .admitted
        case .full(let limit, let value):
            note(
                .connectionRefused, [.peer(peer), .limit(limit, value)], loop)
            return .refused(saying: Self.noPlace)
        }
    }

    func departed(from network: UInt64, on loop: isolated EventLoop<ClientHandler>) {
        census.leave(network)
    }
}
