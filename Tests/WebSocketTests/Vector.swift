import Testing
import WebSocket

/// What a peer sends, and what an endpoint of either role is to hear.
struct Vector: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let limits: MessageLimits
    let isDeflated: Bool
    let sent: @Sendable (Peer) -> [UInt8]
    let heard: [Said]

    init(
        _ description: String, limits: MessageLimits = MessageLimits(),
        deflate isDeflated: Bool = false, hears heard: Said...,
        when sent: @escaping @Sendable (Peer) -> [UInt8]
    ) {
        testDescription = description
        self.limits = limits
        self.isDeflated = isDeflated
        self.sent = sent
        self.heard = heard
    }

    /// Feeds both roles in every split; one inflater hears them all, so that nothing of one
    /// message may colour the next.
    func check(sourceLocation: SourceLocation = #_sourceLocation) {
        let inflater = isDeflated ? Inflater() : nil
        for role in [Role.server, .client] {
            for pieces in Splits.all(of: sent(Peer(endpoint: role))) {
                let heard = WebSocketTests.heard(
                    pieces, as: role, limits: limits, inflater: inflater)
                #expect(
                    heard == self.heard, "\(role), pieces of \(pieces.map(\.count).prefix(8))",
                    sourceLocation: sourceLocation)
            }
        }
    }
}
