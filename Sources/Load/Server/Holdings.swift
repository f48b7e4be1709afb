/// What a process holds at a moment.
struct Holdings: Encodable, Equatable {
    /// Memory that it shares with nobody.
    let privateBytes: Int
    /// Open descriptors.
    let descriptors: Int
}

extension Holdings {
    /// What that process holds now.
    init(of meter: ProcessMeter) throws(LoadFailure) {
        self.init(
            privateBytes: try meter.privateBytes(), descriptors: try meter.descriptorCount())
    }
}
