import COpenSSL
import Glibc
import Kernel

/// The SHA-256 of what a file begins with.
enum FileDigest {
    private static let pieceBytes = 1 << 20

    /// - Returns: 64 hexadecimal digits; nil when so much cannot be read (`errno` says why; 0 when
    ///   the file is shorter).
    static func ofFirst(
        _ count: Int, of file: Int32, _ observe: (CopyProgress) -> Void = { _ in }
    ) -> String? {
        guard let context = EVP_MD_CTX_new() else { return nil }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else { return nil }
        var piece = [UInt8](repeating: 0, count: pieceBytes)
        var offset = 0
        errno = 0
        while offset < count {
            let length = pread(file, &piece, min(pieceBytes, count - offset), offset)
            guard length > 0, EVP_DigestUpdate(context, piece, length) == 1 else { return nil }
            offset += length
            observe(CopyProgress(bytesDone: offset, bytesAll: count))
        }
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        guard EVP_DigestFinal_ex(context, &digest, &length) == 1 else { return nil }
        return digest.prefix(Int(length)).hexadecimal
    }
}
