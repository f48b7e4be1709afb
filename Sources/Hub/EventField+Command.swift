package import Kernel
package import Observability

extension EventField {
    /// What all lines about a command have.
    package static func command(_ origin: Origin) -> [EventField] {
        [
            .connection(ConnectionKey(origin).logged), .request(origin.command),
            .command(origin.name),
        ]
    }
}
