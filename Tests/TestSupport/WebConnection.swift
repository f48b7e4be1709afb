import COpenSSL
import Glibc

/// What TLS connections of a receiver are made of.
// SAFETY: OpenSSL counts references to it atomically; after `init` it is only read.
final class SecureContext: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ certificate: TestCertificate) throws {
        let folder = try TemporaryFolder()
        let files = try certificate.write(to: folder)
        guard let context = SSL_CTX_new(TLS_server_method()) else {
            throw TestCertificate.Failure()
        }
        pointer = context
        guard SSL_CTX_use_certificate_chain_file(context, files.certificateFile) == 1,
            SSL_CTX_use_PrivateKey_file(context, files.keyFile, SSL_FILETYPE_PEM) == 1
        else { throw TestCertificate.Failure() }
    }

    deinit { SSL_CTX_free(pointer) }
}

/// One connection, on a thread of its own.
final class WebConnection {
    private let descriptor: Int32
    private let tls: OpaquePointer?

    init(_ descriptor: Int32, _ context: SecureContext?) {
        self.descriptor = descriptor
        tls = context.flatMap { SSL_new($0.pointer) }
        if let tls {
            SSL_set_fd(tls, descriptor)
            SSL_accept(tls)
        }
    }

    func request() -> WebReceiver.Request? {
        var bytes: [UInt8] = []
        var end = 0
        while end == 0 {
            guard read(into: &bytes) else { return nil }
            end = Self.headEnd(of: bytes)
        }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
        let words = (lines.first ?? "").split(separator: " ")
        guard words.count == 3 else { return nil }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 {
                fields[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
            }
        }
        let count = fields["content-length"].flatMap { Int($0) } ?? 0
        while bytes.count < end + count { guard read(into: &bytes) else { return nil } }
        return WebReceiver.Request(
            method: String(words[0]), target: String(words[1]), fields: fields,
            body: Array(bytes[end..<(end + count)]))
    }

    private static func headEnd(of bytes: [UInt8]) -> Int {
        let mark: [UInt8] = [13, 10, 13, 10]
        guard bytes.count >= 4 else { return 0 }
        let found = (0...(bytes.count - 4)).first { Array(bytes[$0..<($0 + 4)]) == mark }
        return found.map { $0 + 4 } ?? 0
    }

    private func read(into bytes: inout [UInt8]) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        let count =
            tls.map { Int(SSL_read($0, &buffer, Int32(buffer.count))) }
            ?? recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        bytes += buffer[..<count]
        return true
    }

    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = Array(rest)
            let count =
                tls.map { Int(SSL_write($0, part, Int32(part.count))) }
                ?? Glibc.send(descriptor, part, part.count, Int32(MSG_NOSIGNAL))
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    func waitForEnd() {
        var bytes: [UInt8] = []
        while read(into: &bytes) { bytes = [] }
    }

    func end() {
        if let tls {
            SSL_shutdown(tls)
            SSL_free(tls)
        }
        close(descriptor)
    }
}
