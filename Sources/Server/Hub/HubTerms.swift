/// What the hub needs of the configuration.
package struct HubTerms: Equatable, Sendable {
    /// How long somebody may be gone before friends are told.
    package var grace: Duration
    /// About how much of a replay is under way at a time: half of what an outbox holds.
    package var replayBytes: Int

    package init(_ configuration: Configuration) {
        grace = .milliseconds(configuration.presence.graceMilliseconds)
        replayBytes = configuration.limits.outboxBytes / 2
    }
}
