import HTTP
package import Hub
package import Kernel
package import Observability
package import Settings

/// What the sessions of one loop have in common.
///
/// A class: it is passed along with every message (see ``CatalogEntry`` for the figure).
package final class SessionContext: Sendable {
    let catalog: Catalog
    /// The routes over HTTP.
    let routes: Router<HTTPRoute>
    /// The server, described for programs.
    let descriptions: ServedDescriptions
    /// The most bytes of a body that any route takes from a caller with a session.
    private let largeBodyBytesMax: Int
    let log: any EventRecorder
    /// Counts the outcomes of commands.
    let commands: CommandMeter
    package let limits: Configuration.Limits
    /// Limits how often each caller may do what; nil: no limits.
    let limiter: RateLimiter?
    /// The hub's; nil: every session that opens has its inbox looked at.
    let eras: EraClock?

    /// - Parameters:
    ///   - root: the interface whose places are also at `/`; empty: none.
    ///   - page: files for browsers.
    ///   - descriptions: of the server, for programs.
    ///   - limiter: limits how often each caller may do what; nil: no limits.
    ///   - eras: the hub's; nil: every session that opens has its inbox looked at.
    package init(
        _ catalog: Catalog, _ limits: Configuration.Limits, root: String = "",
        page: PageFiles = .none,
        descriptions: ServedDescriptions = ServedDescriptions { _ in [] },
        limiter: RateLimiter? = nil, eras: EraClock? = nil, log: any EventRecorder,
        commands: CommandMeter = CommandMeter()
    ) {
        (self.limiter, self.commands, self.eras) = (limiter, commands, eras)
        self.catalog = catalog
        routes = HTTPRoute.router(of: catalog, root: root, page: page)
        self.descriptions = descriptions
        largeBodyBytesMax = catalog.uploadBytesMax
        self.log = log
        self.limits = limits
    }

    /// The same with other limits, which may change while the daemon serves.
    init(_ other: SessionContext, _ limits: Configuration.Limits) {
        (catalog, routes, descriptions) = (other.catalog, other.routes, other.descriptions)
        (largeBodyBytesMax, log, commands) = (other.largeBodyBytesMax, other.log, other.commands)
        (limiter, eras, self.limits) = (other.limiter, other.eras, limits)
    }

    /// The limits of requests, with the large bodies that some routes take.
    func limits(of requests: HTTPLimits) -> HTTPLimits {
        var limits = requests
        limits.largeBodyBytesMax = largeBodyBytesMax
        return limits
    }

    /// The most that a message may have, and the key that says so.
    ///
    /// A visitor's message is held for as long as signing in may take, and anyone may be a visitor.
    func messageBytesMax(isVisitor: Bool) -> (LimitName, Int) {
        isVisitor && limits.visitorMessageBytes < limits.messageBytes
            ? (.messageBytesOfVisitor, limits.visitorMessageBytes)
            : (.messageBytes, limits.messageBytes)
    }

    /// The most commands that may wait for their answers, and the key that says so.
    ///
    /// Visitors need few commands, and those are the expensive ones.
    func inFlightMax(isVisitor: Bool) -> (LimitName, Int) {
        isVisitor && limits.visitorCommandsInFlight < limits.commandsInFlight
            ? (.commandsInFlightOfVisitor, limits.visitorCommandsInFlight)
            : (.commandsInFlight, limits.commandsInFlight)
    }
}

/// When a message has arrived, and from where: for rate limits.
package struct Arrival: Sendable {
    let uptime: Duration
    let network: UInt64

    /// - Parameters:
    ///   - uptime: time since some start, the same for all loops.
    ///   - network: the `networkKey` of the peer's address.
    package init(at uptime: Duration = .zero, from network: UInt64 = 0) {
        self.uptime = uptime
        self.network = network
    }
}
