import COpenSSL
import Glibc

/// The bytes of a file of certificates or of a key; wiped when they are no longer needed.
struct PEMFile: ~Copyable {
    /// A chain of ten certificates has some 20 KB.
    private static var bytesMax: Int { 1_048_576 }

    let path: String
    /// Whether users other than its owner may read it.
    let isReadableByOthers: Bool
    // SAFETY: allocated in `init`, wiped and freed in `deinit`; `byteCount` of its bytes are read.
    private let memory: UnsafeMutableRawBufferPointer
    private let byteCount: Int

    init(_ path: String) throws(TLSError) {
        guard let descriptor = Descriptor(owning: open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
        else { throw TLSError("\(path): \(SystemError("open").reason)") }
        var status = stat()
        guard fstat(descriptor.number, &status) == 0 else {
            throw TLSError("\(path): \(SystemError("fstat").reason)")
        }
        guard status.st_size <= Self.bytesMax else { throw TLSError("\(path): far too large") }
        let room = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(1, Int(status.st_size)), alignment: 1)
        let count = Self.read(descriptor.number, into: room)
        guard count >= 0 else {
            room.deallocate()
            throw TLSError("\(path): \(SystemError("read").reason)")
        }
        self.path = path
        isReadableByOthers = status.st_mode & (S_IRGRP | S_IROTH) != 0
        memory = room
        byteCount = count
    }

    deinit {
        OPENSSL_cleanse(memory.baseAddress, memory.count)
        memory.deallocate()
    }

    /// - Returns: how many bytes came before the end of the file; less than 0 for an error.
    private static func read(_ number: Int32, into memory: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        while count < memory.count {
            let rest = memory.count - count
            let got = Glibc.read(number, memory.baseAddress?.advanced(by: count), rest)
            guard got >= 0 else { return got }
            guard got > 0 else { break }
            count += got
        }
        return count
    }

    /// All certificates in it, at least one.
    func certificates() throws(TLSError) -> [Certificate] {
        var found: [Certificate] = []
        withReader { reader in
            while let next = PEM_read_bio_X509(reader, nil, nil, nil) {
                found.append(Certificate(owning: next))
            }
        }
        ERR_clear_error()
        guard !found.isEmpty else { throw TLSError("\(path): no certificate in PEM format in it") }
        return found
    }

    /// The key in it.
    func privateKey() throws(TLSError) -> PrivateKey {
        var isEncrypted = false
        var found: OpaquePointer?
        withReader { reader in
            // Without this callback OpenSSL would ask the terminal for a password.
            found = PEM_read_bio_PrivateKey(
                reader, nil,
                { _, _, _, asked in
                    asked?.assumingMemoryBound(to: Bool.self).pointee = true
                    return -1
                }, &isEncrypted)
        }
        ERR_clear_error()
        if let found { return PrivateKey(owning: found) }
        guard !isEncrypted else { throw TLSError("\(path): the key is encrypted with a password") }
        throw TLSError("\(path): no private key in PEM format in it")
    }

    private func withReader(_ body: (OpaquePointer) -> Void) {
        let reader = BIO_new_mem_buf(memory.baseAddress, Int32(clamping: byteCount))
        guard let reader else { return }
        body(reader)
        BIO_free(reader)
    }
}
