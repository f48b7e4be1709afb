package import Kernel

/// What two clocks say: read once for each input of the hub, so that what it decides depends on
/// nothing else.
package struct HubTime: Equatable, Sendable {
    /// Time since some start: never goes back. Deadlines go by it.
    package let uptime: Duration
    /// The wall clock, which may jump. What is stored and told goes by it.
    package let moment: Moment

    package init(uptime: Duration, moment: Moment) {
        self.uptime = uptime
        self.moment = moment
    }
}
