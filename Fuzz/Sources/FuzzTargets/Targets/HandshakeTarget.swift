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
            [
                .secWebSocketProtocol, .secWebSocketKey, .upgrade, .connection,
                .secWebSocketVersion, .secWebSocketExtensions,
            ])
        let deflates = request.headerFields[.secWebSocketExtensions] != nil
        switch Handshake.accept(request, subprotocols: subprotocols, deflate: deflates) {
        case .success(let acceptance):
            let key = request.headerFields[.secWebSocketKey] ?? ""
            expectTaken(acceptance, key: key, deflates: deflates)
        case .failure(let rejection):
            Oracle.require(
                [400, 405, 426].contains(rejection.response.status.code), rejection.reason)
        }
    }

    private static func expectTaken(
        _ acceptance: Handshake.Acceptance, key: String, deflates: Bool
    ) {
        let choice = Handshake.verify(
            acceptance.response, key: key, offered: subprotocols, deflate: deflates)
        guard case .success(let agreement) = choice else {
            return Oracle.require(false, "a yes that no client takes: \(choice)")
        }
        Oracle.require(agreement.subprotocol == acceptance.subprotocol, "another subprotocol")
        Oracle.require(
            (agreement.deflate == nil) == (acceptance.deflate == nil), "only one compresses")
        let bits = acceptance.deflate?.windowBits ?? 15
        Oracle.require(8...15 ~= bits, "a window of \(bits) bits")
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
            [
                .secWebSocketProtocol, .secWebSocketAccept, .upgrade, .connection,
                .secWebSocketVersion, .secWebSocketExtensions,
            ])
        let isExtended = response.headerFields[.secWebSocketExtensions] != nil
        let plain = Handshake.verify(response, key: key, offered: subprotocols)
        if case .success = plain { Oracle.require(!isExtended, "an extension nobody offered") }
        let choice = Handshake.verify(response, key: key, offered: subprotocols, deflate: true)
        guard case .success(let agreement) = choice else { return }
        Oracle.require((agreement.deflate != nil) == isExtended, "an extension out of nothing")
        Oracle.require(response.headerFields[.secWebSocketAccept] == proof, "no proof")
        Oracle.require(
            agreement.subprotocol.map(subprotocols.contains) != false, "never offered")
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
