import Wire

/// Where the events of a session start.
struct Resume: Equatable, Sendable {
    /// The last seq that need not be sent.
    let cursor: UInt32
    /// Whether the device has to forget what it knows (I3: never a silent hole).
    let isReset: Bool

    init(_ command: SessionOpen, epoch: String, top: UInt32, floor: UInt32) {
        guard command.hasAfter else {
            (cursor, isReset) = (top, false)
            return
        }
        let isForeign = !command.epoch.isEmpty && command.epoch != epoch
        let isTooOld = UInt64(command.after) + 1 < UInt64(floor)
        let isFuture = command.after > top
        isReset = isForeign || isTooOld || isFuture
        cursor = isReset ? top : command.after
    }
}
