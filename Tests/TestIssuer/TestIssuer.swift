import COpenSSL
import Foundation
import TestSupport

/// An issuer of OpenID Connect that a test runs itself: its keys, made for it, and the tokens that
/// they sign.
///
/// OpenSSL signs them: what verifies them is not asked whether it understands itself.
public struct TestIssuer: Sendable {
    /// What its tokens have as `iss`.
    public static let address = "https://home.example.org"
    /// By which name it knows the server.
    public static let clientID = "upfor"

    /// Its public keys, as a JSON Web Key Set.
    public let keySet: String
    /// Its RSA key in PEM format: what everybody may know.
    public let publicKey: String
    private let rsa: TestKey
    private let ecdsa: TestKey
    private let suffix: String

    /// - Parameter suffix: what the names of its keys end with.
    public init(suffix: String = "1") throws {
        self.suffix = suffix
        rsa = try TestKey(pem: TestCertificate(key: .rsa(bits: 2048)).key)
        ecdsa = try TestKey(pem: TestCertificate(key: .p256).key)
        publicKey = rsa.publicPEM
        keySet = """
            {"keys":[{"kty":"RSA","kid":"rsa\(suffix)","use":"sig","alg":"RS256",\
            "n":"\(Self.base64(rsa.number("n")))","e":"\(Self.base64(rsa.number("e")))"},\
            {"kty":"EC","kid":"ec\(suffix)","crv":"P-256",\
            "x":"\(Self.base64(ecdsa.number("qx", bytes: 32)))",\
            "y":"\(Self.base64(ecdsa.number("qy", bytes: 32)))"}]}
            """
    }

    /// A token about Dora, of 1,800,000,000 seconds after 1970, signed.
    ///
    /// - Parameters:
    ///   - kid: the name of the key in its head; nil: that of the key which signs it.
    ///   - claims: JSON by name, which replaces what it says.
    ///   - head: JSON behind what its head says.
    public func token(
        _ algorithm: String = "RS256", kid: String? = nil, claims: [String: String] = [:],
        head: String = ""
    ) throws -> String {
        let name = kid ?? (algorithm == "RS256" ? "rsa\(suffix)" : "ec\(suffix)")
        let text =
            Self.base64(#"{"alg":"\#(algorithm)","kid":"\#(name)"\#(head)}"#) + "."
            + Self.base64(Self.claims(claims))
        let signature =
            try algorithm == "RS256"
            ? rsa.signature(of: Array(text.utf8))
            : TestKey.joined(ecdsa.signature(of: Array(text.utf8)))
        return "\(text).\(Self.base64(signature))"
    }

    /// The oldest trick: something that everybody knows as the secret of an HMAC.
    public func token(bySecret secret: String) -> String {
        let text =
            Self.base64(#"{"alg":"HS256","kid":"rsa\#(suffix)"}"#) + "."
            + Self.base64(Self.claims([:]))
        var hash = [UInt8](repeating: 0, count: 32)
        let (key, bytes) = (Array(secret.utf8), Array(text.utf8))
        HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, &hash, nil)
        return "\(text).\(Self.base64(hash))"
    }

    private static func claims(_ changed: [String: String]) -> String {
        let usual = [
            "iss": "\"\(address)\"", "sub": #""d1""#, "aud": "\"\(clientID)\"",
            "exp": "1800000300", "iat": "1799999990", "nonce": #""n1""#, "name": #""Dora""#,
            "email": #""dora@example.org""#, "email_verified": "true",
        ]
        let all = usual.merging(changed) { _, new in new }
        return "{" + all.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }

    /// Base64 as it is in tokens.
    public static func base64(_ text: String) -> String { base64(Array(text.utf8)) }

    private static func base64(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
