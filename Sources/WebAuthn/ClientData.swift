import SwiftProtobuf

/// What a browser says that an authenticator has signed, and for which page.
///
/// - Source: WebAuthn Level 2 §5.8.1.
struct ClientData: Equatable, Sendable {
    /// What a page asks an authenticator for.
    enum Ceremony: String, Sendable {
        case create = "webauthn.create"
        case get = "webauthn.get"
    }

    /// Most bytes; browsers write a few hundred.
    static let bytesMax = 4_096

    /// URL-safe base64, as the browser wrote it.
    let challenge: String
    let origin: String

    /// - Parameters:
    ///   - json: `clientDataJSON`.
    ///   - ceremony: what was asked for.
    /// - Throws: `.malformed`; `.type` for another ceremony; `.crossOrigin`.
    init(_ json: [UInt8], of ceremony: Ceremony) throws(WebAuthnFlaw) {
        guard json.count <= Self.bytesMax else { throw .init(.clientData, .malformed) }
        // Its parser limits the depth, and refuses what is no object.
        guard let object = try? Google_Protobuf_Struct(jsonUTF8Bytes: json),
            case .stringValue(let type)? = object.fields["type"]?.kind,
            case .stringValue(let challenge)? = object.fields["challenge"]?.kind,
            case .stringValue(let origin)? = object.fields["origin"]?.kind
        else { throw .init(.clientData, .malformed) }
        guard type == ceremony.rawValue else { throw .init(.clientData, .type) }
        switch object.fields["crossOrigin"]?.kind {
        case nil, .boolValue(false)?: break
        case .boolValue(true)?: throw .init(.clientData, .crossOrigin)
        default: throw .init(.clientData, .malformed)
        }
        (self.challenge, self.origin) = (challenge, origin)
    }
}
