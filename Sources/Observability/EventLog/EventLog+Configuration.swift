public import Settings

extension EventLog {
    /// The log that the configuration asks for.
    ///
    /// - Throws: `EventSinkError` when its file cannot be opened.
    public convenience init(_ configuration: Configuration.Log) throws(EventSinkError) {
        let sink: EventSink =
            configuration.file.isEmpty
            ? .standardOutput
            : try .file(
                configuration.file,
                rotation: LogRotation(
                    bytes: configuration.rotateMiB * 1_048_576, keptCount: configuration.kept))
        self.init(
            sink: sink, level: configuration.level, addresses: configuration.addresses,
            capacity: configuration.ring,
            clock: SystemClock.milliseconds)
    }
}
