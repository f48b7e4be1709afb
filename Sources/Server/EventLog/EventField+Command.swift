import Kernel

extension EventField {
    /// What all lines about a command have.
    static func command(_ origin: Origin) -> [EventField] {
        [
            .connection(ConnectionKey(origin).logged), .request(origin.command),
            .command(origin.name),
        ]
    }
}
