import COpenSSL
import EventLoop
import TestSupport

/// What carries the bytes of a test: the same is expected of all of them.
enum Carrier: CaseIterable, Sendable {
    case plain, tls12, tls13

    /// What a listener of such a test expects.
    var security: ListenerSecurity {
        get throws { self == .plain ? .plain : .tls(try Certificates.shared.credentials) }
    }

    /// The only version that a peer of such a test speaks.
    var version: Int32? {
        switch self {
        case .plain: nil
        case .tls12: TLS1_2_VERSION
        case .tls13: TLS1_3_VERSION
        }
    }
}

/// A private authority and a server's certificate, for all tests of one run.
struct Certificates: Sendable {
    private static let made = Result { try Certificates() }

    static var shared: Certificates {
        get throws { try made.get() }
    }

    let folder: TemporaryFolder
    let authority: TestCertificate
    let credentials: TLSCredentials
    /// Trusts the authority.
    let trust: TLSTrust

    init() throws {
        folder = try TemporaryFolder()
        authority = try TestCertificate("authority", alternatives: "DNS:ca", isAuthority: true)
        let files = try TestCertificate(issuer: authority).write(to: folder)
        credentials = try TLSCredentials(
            certificateFile: files.certificateFile, keyFile: files.keyFile)
        let roots = try authority.write(to: folder, as: "authority")
        trust = try TLSTrust(file: roots.certificateFile)
    }

    /// What a client of ours expects of `name`.
    func server(_ name: String = "localhost") -> TLSServer {
        TLSServer(name: name, trust: trust)
    }
}
