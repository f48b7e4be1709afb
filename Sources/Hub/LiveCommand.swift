package import Kernel

/// A command that the hub itself does.
package struct LiveCommand: Sendable {
    let origin: Origin
    let caller: Caller
    let deed: LiveDeed

    /// - Parameters: as the properties.
    package init(origin: Origin, caller: Caller, deed: LiveDeed) {
        self.origin = origin
        self.caller = caller
        self.deed = deed
    }
}
