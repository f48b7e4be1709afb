import Glibc

/// A system call that failed, and why.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name of the call: `bind`, `epoll_create1` …
    public let call: String
    /// The error number that it left.
    public let errno: Int32

    init(_ call: String, errno number: Int32 = Glibc.errno) {
        self.call = call
        self.errno = number
    }

    /// The call and the system's own words: `bind: Address already in use`.
    public var description: String { "\(call): \(reason)" }

    /// The system's own words.
    var reason: String {
        strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
    }
}
