internal import Glibc

/// Writes whole lines to a descriptor, or none of them.
enum LineOutput {
    /// Writes all of `lines`, waiting where the descriptor asks for it.
    ///
    /// What a full disk took of them is taken back: the next line begins behind a whole one. Not
    /// if somebody has appended to the file meanwhile, as two daemons may while one takes over.
    static func write(_ lines: [UInt8], to descriptor: Int32) -> Bool {
        let count = put(lines, to: descriptor)
        if count > 0, count < lines.count { takeBack(count, from: descriptor) }
        return count == lines.count
    }

    /// - Returns: how many bytes were written.
    private static func put(_ bytes: [UInt8], to descriptor: Int32) -> Int {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard Glibc.poll(&poll, 1, -1) >= 0 || errno == EINTR else { break }
            } else if errno != EINTR {
                break
            }
        }
        return bytes.count - rest.count
    }

    private static func takeBack(_ count: Int, from descriptor: Int32) {
        let end = lseek(descriptor, 0, SEEK_CUR)
        var facts = stat()
        guard end >= count, fstat(descriptor, &facts) == 0, facts.st_size == end,
            ftruncate(descriptor, end - count) == 0
        else { return }
        _ = lseek(descriptor, end - count, SEEK_SET)
    }
}
