import Glibc

/// The daemon that we take over from: it serves until it hears that we are ready, and then leaves
/// us the data.
public struct Predecessor: Sendable, Equatable {
    /// What it waits for.
    package static let readyByte = UInt8(ascii: "R")

    /// A pipe that it reads.
    let number: Int32

    init(number: Int32) {
        self.number = number
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }

    /// Everything that can be known without the data is right: from here on the predecessor stops.
    package func sayReady() {
        var byte = Self.readyByte
        _ = write(number, &byte, 1)
        _ = close(number)
    }
}
