import Glibc
package import Kernel

/// The wall clock.
package enum SystemClock {
    /// Now.
    package static func moment() -> Moment { Moment(unixMilliseconds: milliseconds()) }

    /// Milliseconds since 1970.
    package static func milliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// Unpredictable random bytes, from the kernel.
package enum SystemEntropy {
    /// So many of them.
    package static func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in generator.next() }
    }
}

/// The cores that this process may use.
package enum SystemCores {
    /// At least one.
    package static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

/// The version of this software.
public enum Version {
    /// As in `upford --version`.
    public static let text = "0.2.0"
}

/// A file that is read whole.
package enum SmallFile {
    /// - Returns: nil when it cannot be read (`errno` says why).
    package static func bytes(of path: String, atMost bytesMax: Int) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { _ = close(file) }
        var bytes = [UInt8](repeating: 0, count: bytesMax)
        let count = read(file, &bytes, bytes.count)
        return count >= 0 ? Array(bytes.prefix(count)) : nil
    }
}

/// Why the daemon did not start: one line for the administrator.
public struct StartFailure: Error, CustomStringConvertible, Sendable {
    /// The line.
    public let description: String

    /// - Parameter description: one line.
    public init(_ description: String) {
        self.description = description
    }
}
