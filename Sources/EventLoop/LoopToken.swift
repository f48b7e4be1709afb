/// What epoll carries for the loop's own descriptors; no slot has these values.
enum LoopToken {
    static let mailbox = UInt64.max
    static let alarm = UInt64.max - 1
}
