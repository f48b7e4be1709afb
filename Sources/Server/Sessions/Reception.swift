import HTTP
package import Kernel

/// What the sessions of one loop have in common.
package struct Reception: Sendable {
    let catalog: Catalog
    /// What there is over HTTP.
    let routes: Router<HTTPRoute>
    /// Most bytes of a body that some place takes from somebody it knows.
    private let largeBodyBytesMax: Int
    let log: any EventRecorder
    /// What becomes of commands is counted there.
    let commands: CommandMeter
    /// May change while the daemon serves.
    package var limits: Configuration.Limits
    /// How often who may do what; nil: as often as they like.
    let limiter: RateLimiter?

    package init(
        _ catalog: Catalog, _ limits: Configuration.Limits, limiter: RateLimiter? = nil,
        log: any EventRecorder, commands: CommandMeter = CommandMeter()
    ) {
        (self.limiter, self.commands) = (limiter, commands)
        self.catalog = catalog
        routes = HTTPRoute.router(of: catalog)
        largeBodyBytesMax = catalog.routeBodyBytesMax
        self.log = log
        self.limits = limits
    }

    /// What requests may have, with the large bodies that some places take.
    func limits(of requests: HTTPLimits) -> HTTPLimits {
        var limits = requests
        limits.largeBodyBytesMax = largeBodyBytesMax
        return limits
    }

    /// The most that a message may have, and the key that says so.
    ///
    /// A visitor's message is held for as long as it may take to sign in, and whoever comes is one.
    func messageBytesMax(isVisitor: Bool) -> (LimitName, Int) {
        isVisitor && limits.visitorMessageBytes < limits.messageBytes
            ? (.messageBytesOfVisitor, limits.visitorMessageBytes)
            : (.messageBytes, limits.messageBytes)
    }

    /// The most commands that may wait for their answers, and the key that says so.
    ///
    /// Visitors need few commands, and theirs are the dear ones.
    func inFlightMax(isVisitor: Bool) -> (LimitName, Int) {
        isVisitor && limits.visitorCommandsInFlight < limits.commandsInFlight
            ? (.commandsInFlightOfVisitor, limits.visitorCommandsInFlight)
            : (.commandsInFlight, limits.commandsInFlight)
    }
}
