import COpenSSL
import EventLoop
import TestSupport
import Testing

@Suite struct `TLS credentials` {
    private func load(
        _ folder: TemporaryFolder, _ files: (certificateFile: String, keyFile: String)
    ) throws(TLSError) -> TLSCredentials {
        try TLSCredentials(certificateFile: files.certificateFile, keyFile: files.keyFile)
    }

    private func refusal(_ certificate: TestCertificate) throws -> String {
        let folder = try TemporaryFolder()
        let files = try certificate.write(to: folder)
        let error = #expect(throws: TLSError.self) { try load(folder, files) }
        return String((error?.description ?? "").dropFirst(folder.path.count + 1))
    }

    @Test func `are refused when their time has passed, or has not come`() throws {
        let passed = try refusal(TestCertificate(validSeconds: -90_000 ... -80_000))
        #expect(passed.hasPrefix("server.crt: the certificate has expired on 20"))
        let early = try refusal(TestCertificate(validSeconds: 80_000...90_000))
        #expect(early.hasPrefix("server.crt: the certificate is not valid before 20"))
    }

    @Test func `are refused when their key is too short`() throws {
        let reason = try refusal(TestCertificate(key: .rsa(bits: 1024)))
        #expect(reason == "server.crt: an RSA key of 1024 bits; 2048 is the least")
        let folder = try TemporaryFolder()
        _ = try load(folder, TestCertificate(key: .rsa(bits: 2048)).write(to: folder))
    }

    @Test func `are refused when a file is missing, or something else is in it`() throws {
        let folder = try TemporaryFolder()
        let good = try TestCertificate()
        let files = try good.write(to: folder)
        let other = try TestCertificate().write(to: folder, as: "other")
        try folder.write(good.encryptedKey, to: "encrypted.key")
        try folder.write([0x2D, 0x2D, 10, 0], to: "nonsense")
        let cases = [
            ("absent.crt", "server.key", "absent.crt: No such file or directory"),
            ("server.crt", "absent.key", "absent.key: No such file or directory"),
            ("nonsense", "server.key", "nonsense: no certificate in PEM format in it"),
            ("server.key", "server.key", "server.key: no certificate in PEM format in it"),
            ("server.crt", "nonsense", "nonsense: no private key in PEM format in it"),
            ("server.crt", "server.crt", "server.crt: no private key in PEM format in it"),
            ("server.crt", "encrypted.key", "encrypted.key: the key is encrypted with a password"),
            ("server.crt", ".", ".: Is a directory"),
        ]
        for (certificate, key, reason) in cases {
            let paths = ("\(folder.path)/\(certificate)", "\(folder.path)/\(key)")
            let error = #expect(throws: TLSError.self) { try load(folder, paths) }
            #expect(error?.description == "\(folder.path)/\(reason)")
        }
        let error = #expect(throws: TLSError.self) {
            try load(folder, (files.certificateFile, other.keyFile))
        }
        #expect(
            error?.description
                == "\(other.keyFile): not the key of the certificate in \(files.certificateFile)")
    }

    @Test func `say whether others may read the key, and when they expire`() throws {
        let folder = try TemporaryFolder()
        let credentials = try load(folder, TestCertificate().write(to: folder))
        #expect(credentials.keyIsReadableByOthers)
        #expect(credentials.expirySeconds > 1_700_000_000)
    }

    @Test func `replaced on disk serve new connections, and leave open ones alone`() throws {
        let folder = try TemporaryFolder()
        let old = try TestCertificate("old")
        let new = try TestCertificate("new")
        let credentials = try load(folder, old.write(to: folder))
        let world = try World(over: .tls13, security: .tls(credentials))
        let before = try world.peer()
        _ = try new.write(to: folder)
        try credentials.reload()
        let after = try world.peer()
        #expect(before.tls?.certificate == old.certificate)
        #expect(after.tls?.certificate == new.certificate)
        for byte: UInt8 in 0..<10 {
            try before.send([byte])
            #expect(try before.receive(1) == [byte])
        }

        try folder.write(old.key, to: "server.key")
        #expect(throws: TLSError.self) { try credentials.reload() }
        #expect(try world.peer().tls?.certificate == new.certificate)
    }
}
