package import EventLoop
package import Metering

/// The counts of one loop's handler.
package final class ClientMeter: Sendable {
    package let messagesIn = Count()
    package let messagesOut = Count()
    /// From a commit to the write of its events to the recipients' sockets.
    package let delivery = Histogram()
    package let lag = LagMeter()
    /// Connections for which there was no place, also those that a proxy of ours had brought.
    package let refused = Count()
    /// Visitors that gave way to new connections.
    package let sentAway = Count()

    /// Nothing has happened yet.
    package init() {}
    private let endings = InlineArray<6, Count> { _ in Count() }
    /// Of each kind of request as many as there are outcomes.
    private let requests = InlineArray<30, Count> { _ in Count() }

    /// The outcome of a request.
    enum RequestOutcome: Int, CaseIterable {
        case done
        /// By a status of 4xx.
        case refused
        /// By one of 5xx.
        case failed
    }

    /// Counts a request that has its answer.
    package func answered(_ kind: RequestKind, status: Int) {
        let outcome: RequestOutcome =
            switch status {
            case ..<400: .done
            case ..<500: .refused
            default: .failed
            }
        requests[kind.rawValue * 3 + outcome.rawValue].add()
    }

    /// How many requests of a kind have come to that.
    func requests(_ kind: RequestKind, _ outcome: RequestOutcome) -> Int {
        requests[kind.rawValue * 3 + outcome.rawValue].current
    }

    /// Why connections that were accepted are gone.
    package enum Ending: String, CaseIterable {
        case byUs = "by_us"
        case byPeer = "by_peer"
        case reset
        /// The TLS handshake failed, or the peer left before its end: no client was let in.
        case handshake
        case flooded
        case stalled
    }

    /// Counts a connection that is gone.
    package func ended(as ending: Ending) { endings[ending.place].add() }

    /// How many are gone for this reason.
    func ended(_ ending: Ending) -> Int { endings[ending.place].current }
}

extension ClientMeter.Ending {
    /// - Parameter closure: of a connection that was accepted.
    package init(_ closure: Closure) {
        switch closure {
        case .byUs: self = .byUs
        case .byPeer: self = .byPeer
        // The others befall connections that are made, not accepted.
        case .reset, .failed, .insecure: self = .reset
        case .flooded: self = .flooded
        case .stalled: self = .stalled
        }
    }

    fileprivate var place: Int {
        switch self {
        case .byUs: 0
        case .byPeer: 1
        case .reset: 2
        case .handshake: 3
        case .flooded: 4
        case .stalled: 5
        }
    }
}

/// The kind of an HTTP request. Nothing that a peer chooses becomes a label.
package enum RequestKind: Int, CaseIterable {
    /// A command, by its name.
    case command
    /// A document of an interface that has its own.
    case document
    /// A change by a body of any kind: a picture.
    case change
    case file, description, events, socket, health
    /// A file of the web page.
    case page
    /// Nothing that there is, or no request at all.
    case other
}
