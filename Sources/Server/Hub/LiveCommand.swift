import Kernel

/// A command that the hub itself does.
package struct LiveCommand: Sendable {
    let origin: Origin
    let caller: Caller
    let deed: LiveDeed
}
