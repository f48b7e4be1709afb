public import HTTPTypes

/// The opening handshake, from both ends.
///
/// - Source: RFC 6455 §4.
public enum Handshake {
    /// The only version there is (§4.4).
    static let version = "13"
    /// The only protocol that we upgrade to.
    static let upgradeToken = "websocket"
}

extension Handshake {
    /// The server's yes.
    public struct Acceptance: Sendable {
        /// The answer to send; the first byte after it belongs to a frame.
        public let response: HTTPResponse
        /// The protocol chosen; nil if the client offered none of ours, and it decides what
        /// to make of that (§4.1).
        public let subprotocol: String?
        /// What was agreed on for permessage-deflate; give it to the `Endpoint`. Nil: nothing.
        public let deflate: DeflateTerms?
    }

    /// What a client and a server have agreed on.
    public struct Agreement: Equatable, Sendable {
        /// The protocol that the server chose; nil if it chose none.
        public let subprotocol: String?
        /// What was agreed on for permessage-deflate; give it to the `Endpoint`. Nil: nothing.
        public let deflate: DeflateTerms?
    }

    /// The server's no.
    public struct Rejection: Error, Sendable {
        /// The answer to send. It has no body yet.
        public let response: HTTPResponse
        /// One phrase for the body and the event log; nothing of the peer's text is in it.
        public let reason: String
    }

    /// Why a client does not trust the server's answer.
    public enum Failure: Error, Equatable, Sendable {
        /// The server answered with another status than 101: it may be a redirect, a refusal
        /// with `Retry-After`, or no WebSocket server.
        case status(Int)
        /// `Upgrade` is not `websocket`.
        case upgrade
        /// `Connection` does not list `upgrade`.
        case connection
        /// `Sec-WebSocket-Accept` is missing, repeated, or does not match our key.
        case accept
        /// The server chose an extension that we did not offer, or on other terms than ours.
        case extensions
        /// The server chose a protocol that we did not offer, or several.
        case subprotocol
    }
}
