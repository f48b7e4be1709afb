import WebSocket

/// What a connection may take of our time, and when it is looked after.
extension Peer {
    /// What is due for a user's connection.
    enum Care: Equatable {
        /// A message was begun and not finished in time.
        case unfinished
        /// It has been silent for too long.
        case silent
        /// Nothing for so many seconds.
        case wait(seconds: Int)
        /// A ping, and then nothing for so many seconds.
        case ping(thenSeconds: Int)
    }

    /// The peer has said something, whatever it was.
    mutating func hear(at second: UInt32) {
        if heardSecond != second { controlCount = 0 }
        heardSecond = second
        marks.remove(.pinged)
    }

    /// It was not read for a while, and could not be heard, nor finish what it had begun to say.
    mutating func heardNow(at second: UInt32) {
        heardSecond = second
        partialSecond = UInt16(truncatingIfNeeded: second)
    }

    /// Counts a ping or a pong.
    ///
    /// - Returns: false when it is one too many in this second.
    mutating func takesControl(ofAtMost countMax: Int) -> Bool {
        guard Int(controlCount) < countMax else { return false }
        controlCount += 1
        return true
    }

    /// Notes whether a message has begun that the input did not finish.
    ///
    /// - Returns: whether it is a new one: `partialSecond` is then to be set.
    mutating func noteProgress() -> Bool {
        guard !endpoint.holdsNothing else {
            marks.remove(.partial)
            return false
        }
        return marks.insert(.partial).inserted
    }

    /// Looks after a user's connection: pings a peer that is silent, gives up one that stays
    /// silent, or that does not finish what it began to say.
    mutating func care(at second: UInt32, within settings: ClientSettings) -> Care {
        // It cannot be heard while it is not read; how long it may not take anything is limited.
        guard marks.isDisjoint(with: [.paused, .resting]) else {
            return .wait(seconds: settings.pingSeconds)
        }
        let isPartial = marks.contains(.partial)
        let age = isPartial ? Int(UInt16(truncatingIfNeeded: second) &- partialSecond) : 0
        guard age < settings.messageSeconds else { return .unfinished }
        let silence = Int(second &- heardSecond)
        guard silence < settings.deadSeconds else { return .silent }
        let isPinged = marks.contains(.pinged)
        let isDue = silence >= settings.pingSeconds && !isPinged
        if isDue { marks.insert(.pinged) }
        let next = (isPinged || isDue ? settings.deadSeconds : settings.pingSeconds) - silence
        let seconds = max(1, isPartial ? min(next, settings.messageSeconds - age) : next)
        return isDue ? .ping(thenSeconds: seconds) : .wait(seconds: seconds)
    }
}
