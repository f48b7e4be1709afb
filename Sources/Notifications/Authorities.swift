import Glibc
package import Observability

/// Certificates of those whose word is good for a server that is asked.
package enum Authorities {
    /// Read once: the file may change, or go, while the daemon runs.
    package static func read(
        _ path: String, of part: String
    ) throws(StartFailure) -> [UInt8]? {
        guard !path.isEmpty else { return nil }
        guard let bytes = SmallFile.bytes(of: path, atMost: 1 << 20) else {
            throw StartFailure(
                "\(part).authorities: cannot read \(path): \(String(cString: strerror(errno)))")
        }
        guard String(decoding: bytes, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----") else {
            throw StartFailure("\(part).authorities: \(path) has no certificate in PEM format")
        }
        return bytes
    }
}
