/// How far a run of the daemon has come: every few seconds one step.
public struct RunMark: Equatable, Sendable {
    /// The run's own; empty in data from before runs were noted.
    public let name: String
    /// 0 when the run begins.
    public let step: UInt32

    /// - Parameters: as the properties.
    public init(name: String, step: UInt32 = 0) {
        self.name = name
        self.step = step
    }
}
