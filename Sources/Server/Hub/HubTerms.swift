/// What the hub needs of the configuration.
package struct HubTerms: Equatable, Sendable {
    /// How long somebody may be gone before friends are told.
    package let grace: Duration
    /// Changes of presence so close to one another are told together.
    package let digest: Duration
    /// How long those who were online before a start may take to come back.
    package let lease: Duration
    /// How far apart notices of one writer in one room are; nil: nobody is told.
    package let typingThrottle: Duration?
    /// Whether anybody is told outside of what happens while they are away.
    let notifies: Bool
    /// About how much of a replay is under way at a time: half of what an outbox holds.
    package let replayBytes: Int

    package init(_ configuration: Configuration) {
        let presence = configuration.presence
        grace = .milliseconds(presence.graceMilliseconds)
        digest = .milliseconds(presence.digestMilliseconds)
        lease = .seconds(presence.leaseSeconds)
        typingThrottle =
            configuration.typing.enabled ? .seconds(configuration.typing.throttleSeconds) : nil
        notifies = configuration.notifiers.isOn
        replayBytes = configuration.limits.outboxBytes / 2
    }
}
