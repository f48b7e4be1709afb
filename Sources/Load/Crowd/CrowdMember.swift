import WebSocket

/// What one of many connections says, and what it makes of the answers.
protocol CrowdMember: SendableMetatype {
    /// What all members count together.
    associatedtype Tally: Sendable

    /// Whether it has said goodbye; else a connection that ends is a failure.
    var isLeaving: Bool { get }

    /// The connection is there; what is appended to `output` is sent.
    mutating func opened(_ tally: inout Tally, _ output: inout [UInt8])

    /// All are there, and the work begins.
    mutating func begin(_ tally: inout Tally, _ output: inout [UInt8])

    /// A message has come.
    ///
    /// - Parameter now: when its bytes were read, by ``MonotonicClock``.
    mutating func received(
        _ message: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout Tally,
        _ output: inout [UInt8])

    /// A ping of one's own was answered.
    mutating func ponged(at now: UInt64, _ tally: inout Tally)

    /// The server has closed with that code, or broken its promises if there is none.
    mutating func ended(by code: CloseCode?, _ tally: inout Tally)
}

extension CrowdMember {
    /// False: for those who stay.
    var isLeaving: Bool { false }

    /// Nothing: for those who do not ping.
    mutating func ponged(at now: UInt64, _ tally: inout Tally) {}

    /// Nothing: for those who wait for the others.
    mutating func opened(_ tally: inout Tally, _ output: inout [UInt8]) {}

    /// Nothing: for those who know why.
    mutating func ended(by code: CloseCode?, _ tally: inout Tally) {}

    /// Nothing: for those whose work begins with the connection.
    mutating func begin(_ tally: inout Tally, _ output: inout [UInt8]) {}
}
