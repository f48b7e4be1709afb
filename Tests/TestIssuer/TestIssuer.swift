import Foundation
import JWTKit
import TestSupport

/// An issuer of OpenID Connect that a test runs itself: its keys, made for it, and the tokens that
/// they sign.
public struct TestIssuer: Sendable {
    /// What its tokens have as `iss`.
    public static let address = "https://home.example.org"
    /// By which name it knows the server.
    public static let clientID = "upfor"

    /// Its public keys, as a JSON Web Key Set.
    public let keySet: String
    /// Its RSA key in PEM format: what everybody may know.
    public let publicKey: String
    private let rsa: any JWTAlgorithm
    private let ecdsa: any JWTAlgorithm
    private let suffix: String

    /// - Parameter suffix: what the names of its keys end with.
    public init(suffix: String = "1") async throws {
        self.suffix = suffix
        let pem = try TestCertificate(key: .rsa(bits: 2048)).key
        let rsa = try Insecure.RSA.PrivateKey(pem: pem)
        let ec = ES256PrivateKey()
        let primitives = try rsa.publicKey.getKeyPrimitives()
        let (x, y) = ec.parameters.map { (Self.urlSafe($0.x), Self.urlSafe($0.y)) } ?? ("", "")
        publicKey = rsa.publicKey.pemRepresentation
        keySet = """
            {"keys":[{"kty":"RSA","kid":"rsa\(suffix)","use":"sig","alg":"RS256",\
            "n":"\(Self.base64(primitives.modulus))",\
            "e":"\(Self.base64(primitives.publicExponent))"},\
            {"kty":"EC","kid":"ec\(suffix)","crv":"P-256","x":"\(x)","y":"\(y)"}]}
            """
        self.rsa = try await JWTKeyCollection().add(rsa: rsa, digestAlgorithm: .sha256).getKey()
        self.ecdsa = try await JWTKeyCollection().add(ecdsa: ec).getKey()
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
        let key = algorithm == "RS256" ? rsa : ecdsa
        return "\(text).\(Self.base64(Data(try key.sign(Array(text.utf8)))))"
    }

    /// The oldest trick: something that everybody knows as the secret of an HMAC.
    public func token(bySecret secret: String) async throws -> String {
        let key = try await JWTKeyCollection()
            .add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256).getKey()
        let text =
            Self.base64(#"{"alg":"HS256","kid":"rsa\#(suffix)"}"#) + "."
            + Self.base64(Self.claims([:]))
        return "\(text).\(Self.base64(Data(try key.sign(Array(text.utf8)))))"
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
    public static func base64(_ text: String) -> String { base64(Data(text.utf8)) }

    private static func base64(_ data: Data) -> String { urlSafe(data.base64EncodedString()) }

    private static func urlSafe(_ text: String) -> String {
        text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
