/// What one of many connections says, and what it makes of the answers.
protocol CrowdMember: SendableMetatype {
    /// What all members count together.
    associatedtype Tally: Sendable

    /// The connection is there; what is appended to `output` is sent.
    mutating func opened(_ tally: inout Tally, _ output: inout [UInt8])

    /// A message has come.
    ///
    /// - Parameter now: when its bytes were read, by ``MonotonicClock``.
    mutating func received(
        _ message: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout Tally,
        _ output: inout [UInt8])
}
