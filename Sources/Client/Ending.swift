public import WebSocket

/// How a connection ended.
public enum Ending: Sendable, Equatable {
    /// It never came about; the text says why, for a person.
    case unreachable(String)
    /// The server closed it with this code, nil if it gave none.
    case closed(CloseCode?, reason: String)
    /// It broke without a goodbye, or we broke it off; the text says why, for a person.
    case lost(String)
}

extension Ending {
    /// Whether trying again has a point.
    ///
    /// - Source: RFC 6455 §7.4; a connection that broke is what the RFC calls 1006.
    var invitesReconnect: Bool {
        switch self {
        case .unreachable, .lost: true
        case .closed(let code, _): code?.invitesReconnect ?? false
        }
    }

    /// One line for a person.
    var text: String {
        switch self {
        case .unreachable(let reason), .lost(let reason): reason
        case .closed(let code, let reason):
            switch (code, reason.isEmpty) {
            case (let code?, true): "the server closed the connection (\(code.rawValue))"
            case (let code?, false):
                "the server closed the connection: \(reason) (\(code.rawValue))"
            case (nil, _): "the server closed the connection"
            }
        }
    }
}
