import EventLoop
import Glibc

/// The other end of a connection: a plain blocking socket that gives up after 20 s.
struct Peer: ~Copyable {
    struct Failure: Error {
        let call: String
        let errno: Int32

        init(_ call: String) {
            self.call = call
            errno = Glibc.errno
        }
    }

    let number: Int32

    /// - Parameter receiveBytes: the size of the kernel's receive buffer, for slow readers.
    init(port: UInt16, receiveBytes: Int32? = nil) throws {
        number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard number >= 0 else { throw Failure("socket") }
        if let receiveBytes { set(SO_RCVBUF, receiveBytes) }
        set(SO_RCVTIMEO, timeval(tv_sec: 20, tv_usec: 0))
        set(SO_SNDTIMEO, timeval(tv_sec: 20, tv_usec: 0))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Failure("connect") }
    }

    deinit { _ = Glibc.close(number) }

    func send(_ bytes: [UInt8]) throws {
        var sentCount = 0
        while sentCount < bytes.count {
            let count = bytes[sentCount...].withUnsafeBytes {
                Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure("send") }
            sentCount += count
        }
    }

    /// Reads exactly `byteCount` bytes, or fewer when the stream ends.
    func receive(_ byteCount: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        var readCount = 0
        while readCount < byteCount {
            let count = bytes[readCount...].withUnsafeMutableBytes {
                recv(number, $0.baseAddress, $0.count, 0)
            }
            guard count >= 0 else { throw Failure("recv") }
            if count == 0 { break }
            readCount += count
        }
        return Array(bytes[..<readCount])
    }

    /// Ends our stream; we still read.
    func finish() {
        _ = shutdown(number, Int32(SHUT_WR))
    }

    /// Makes the end of this peer a reset.
    func resetOnClose() {
        set(SO_LINGER, linger(l_onoff: 1, l_linger: 0))
    }

    private func set<Value: BitwiseCopyable>(_ option: Int32, _ value: Value) {
        var value = value
        _ = setsockopt(number, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Value>.size))
    }
}
