import EventLoop
import Glibc
import TestSupport

/// The other end of a connection: a blocking socket that gives up after 120 s, with or without TLS.
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
    /// What it does besides, when it speaks TLS.
    let tls: TLSEnd?
    /// How its bytes are cut on their way to the socket.
    private let pieceBytes: Int

    /// - Parameter receiveBytes: the size of the kernel's receive buffer, for slow readers.
    /// - Parameter tls: its end of TLS; the handshake is done here.
    /// - Parameter source: the IPv4 address that it comes from, one of 127.0.0.0/8.
    init(
        port: UInt16, receiveBytes: Int32? = nil, tls: TLSEnd? = nil, pieceBytes: Int = .max,
        from source: UInt32 = 0x7F00_0001
    ) throws {
        self.tls = tls
        self.pieceBytes = pieceBytes
        number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard number >= 0 else { throw Failure("socket") }
        if let receiveBytes { set(SO_RCVBUF, receiveBytes) }
        set(SO_RCVTIMEO, timeval(tv_sec: 120, tv_usec: 0))
        set(SO_SNDTIMEO, timeval(tv_sec: 120, tv_usec: 0))
        guard call(bind, source, 0) == 0 else { throw Failure("bind") }
        guard call(connect, 0x7F00_0001, port) == 0 else { throw Failure("connect") }
        if let tls { try shakeHands(tls) }
    }

    deinit { _ = Glibc.close(number) }

    func send(_ bytes: [UInt8]) throws {
        guard let tls else { return try sendRaw(bytes) }
        try tls.write(bytes)
        try flush(tls)
    }

    /// Sends bytes as they are, past TLS.
    func sendRaw(_ bytes: [UInt8]) throws {
        var sentCount = 0
        while sentCount < bytes.count {
            let count = bytes[sentCount...].withUnsafeBytes {
                Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure("send") }
            sentCount += count
        }
    }

    /// Sends what TLS wants sent, in pieces.
    func flush(_ tls: TLSEnd) throws {
        let output = tls.takeOutput()
        for start in stride(from: 0, to: output.count, by: pieceBytes) {
            let end = output.count - start > pieceBytes ? start + pieceBytes : output.count
            try sendRaw(Array(output[start..<end]))
        }
    }

    /// Reads exactly `byteCount` bytes, or fewer when the stream ends.
    func receive(_ byteCount: Int) throws -> [UInt8] {
        guard let tls else { return try receiveRaw(byteCount) }
        var bytes: [UInt8] = []
        while bytes.count < byteCount, let part = try tls.read(byteCount - bytes.count) {
            bytes += part
            guard part.isEmpty else { continue }
            let raw = try receiveSome()
            guard !raw.isEmpty else { break }
            tls.putInput(raw)
        }
        return bytes
    }

    private func call(
        _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ host: UInt32,
        _ port: UInt16
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                function(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private func shakeHands(_ tls: TLSEnd) throws {
        while true {
            let isDone = try tls.handshake()
            try flush(tls)
            guard !isDone else { return }
            let raw = try receiveSome()
            guard !raw.isEmpty else { throw TLSEnd.Failure(description: "the server has left") }
            tls.putInput(raw)
        }
    }

    /// Whatever comes next, past TLS; empty at the end of the stream.
    func receiveSome() throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = uninterrupted { recv(number, &bytes, bytes.count, 0) }
        guard count >= 0 else { throw Failure("recv") }
        return Array(bytes[..<count])
    }

    /// Reads as `receive` does, past TLS.
    func receiveRaw(_ byteCount: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        var readCount = 0
        while readCount < byteCount {
            let count = bytes[readCount...].withUnsafeMutableBytes { rest in
                uninterrupted { recv(number, rest.baseAddress, rest.count, 0) }
            }
            guard count >= 0 else { throw Failure("recv") }
            if count == 0 { break }
            readCount += count
        }
        return Array(bytes[..<readCount])
    }

    /// Ends our stream; we still read.
    func finish() {
        if let tls {
            tls.sayGoodbye()
            try? flush(tls)
        }
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
