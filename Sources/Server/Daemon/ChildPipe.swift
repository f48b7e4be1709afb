import Glibc
import Observability

/// A pipe from a child: it gets the input, under a number of its own, and we read.
struct ChildPipe: ~Copyable {
    /// The end to write to.
    let input: Int32
    private let output: Int32

    init() throws(StartFailure) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw StartFailure("no pipe is left") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (output, input) = (ends[0], ends[1])
    }

    deinit {
        _ = close(input)
        _ = close(output)
    }

    /// Closes our input, so that the pipe ends with the child's.
    ///
    /// - Returns: the other end, to be closed by the caller.
    consuming func keepOutput() -> Int32 {
        let output = output
        _ = close(input)
        discard self
        return output
    }

    /// Closes our input, and reads what comes before the first line's end.
    ///
    /// - Returns: nil when there is none in the first 16 bytes.
    consuming func readLine() -> String? {
        let output = keepOutput()
        defer { _ = close(output) }
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count < 16 {
            let count = read(output, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }
}
