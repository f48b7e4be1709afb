import HTTPTypes
import WebSocket

extension Target {
    /// One line of bytes for each field that a handshake reads, both as a server and as a client.
    static let handshake = Target(name: "handshake", seeds: { HandshakeSeeds.all }) { input in
        let lines = input.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        HandshakeTarget.answerRequest(lines)
        HandshakeTarget.readAnswer(lines)
    }
}

enum HandshakeTarget {
    static let key = "dGhlIHNhbXBsZSBub25jZQ=="
    private static let proof = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
    private static let subprotocols = ["upfor.v1.json", "upfor.v1.binary"]

    /// A client sends the lines: what we say yes to, a client of ours understands.
    static func answerRequest(_ lines: [String]) {
        var request = Handshake.request(
            authority: "a", path: "/", key: key, subprotocols: subprotocols)
        set(
            &request.headerFields, lines,
            [.secWebSocketProtocol, .secWebSocketKey, .upgrade, .connection, .secWebSocketVersion])
        switch Handshake.accept(request, subprotocols: subprotocols) {
        case .success(let acceptance):
            let key = request.headerFields[.secWebSocketKey] ?? ""
            let choice = Handshake.verify(acceptance.response, key: key, offered: subprotocols)
            Oracle.require(
                choice == .success(acceptance.subprotocol), "a yes that no client takes: \(choice)")
        case .failure(let rejection):
            Oracle.require(
                [400, 405, 426].contains(rejection.response.status.code), rejection.reason)
        }
    }

    /// A server sends the lines: a yes proves our key, and chooses what we have offered.
    static func readAnswer(_ lines: [String]) {
        var response = HTTPResponse(
            status: .switchingProtocols,
            headerFields: [
                .upgrade: "websocket", .connection: "Upgrade", .secWebSocketAccept: proof,
            ])
        set(
            &response.headerFields, lines,
            [.secWebSocketProtocol, .secWebSocketAccept, .upgrade, .connection])
        let choice = Handshake.verify(response, key: key, offered: subprotocols)
        guard case .success(let subprotocol) = choice else { return }
        Oracle.require(response.headerFields[.secWebSocketAccept] == proof, "no proof")
        Oracle.require(subprotocol.map(subprotocols.contains) != false, "never offered")
    }

    /// An empty line leaves its field as it is; those beyond the names repeat them.
    private static func set(
        _ fields: inout HTTPFields, _ lines: [String], _ names: [HTTPField.Name]
    ) {
        for (index, line) in lines.prefix(4 * names.count).enumerated() where !line.isEmpty {
            let field = HTTPField(name: names[index % names.count], value: line)
            if index < names.count { fields[field.name] = nil }
            fields.append(field)
        }
    }
}
