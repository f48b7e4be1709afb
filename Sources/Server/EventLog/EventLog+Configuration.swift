extension EventLog {
    /// The log that the configuration asks for.
    ///
    /// - Throws: `EventSinkError` when its file cannot be opened.
    public convenience init(_ configuration: Configuration.Log) throws(EventSinkError) {
        let sink: EventSink =
            configuration.file.isEmpty
            ? .standardOutput : try .file(configuration.file)
        self.init(
            sink: sink, level: configuration.level, capacity: configuration.ring,
            clock: SystemClock.milliseconds)
    }
}
