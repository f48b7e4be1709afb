/// What becomes of bytes on their way.
struct Weather: Sendable, Equatable {
    /// How long they take, in milliseconds.
    var delayMilliseconds = 0
    /// A connection is reset when so many have passed, in the middle of a frame or not; each draws
    /// its own. nil: never.
    var cutAfterBytes: ClosedRange<Int>?
    /// Neither bytes nor ends pass any more, and nobody is told, when so many have passed; each
    /// draws its own. nil: never.
    var vanishAfterBytes: ClosedRange<Int>?
    /// Each byte is written by itself.
    var isOneByte = false

    /// Everything passes at once.
    static let fair = Weather()
}
