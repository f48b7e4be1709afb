import COpenSSL
import FoundationEssentials
import Testing
import Wire

@testable import WebPush

/// A browser that has subscribed: it alone can open what it is sent.
struct PushDevice {
    private let key: CurveKey
    private let secret = (0..<16).map { UInt8($0 * 7 + 3) }

    init() throws { key = try CurveKey() }

    func subscribing(to endpoint: String) -> PushSubscribe {
        var command = PushSubscribe()
        command.endpoint = endpoint
        command.p256Dh = Base64URL.text(key.point.bytes)
        command.auth = Base64URL.text(secret)
        return command
    }

    /// Opens a message by RFC 8291, from the receiver's side.
    func open(_ bytes: [UInt8]) throws -> [UInt8] {
        try #require(bytes.count > 86 && bytes[20] == 65)
        let (salt, sender) = (Array(bytes[..<16]), try #require(CurvePoint(Array(bytes[21..<86]))))
        let shared = MessageAuthentication.derive(
            32, from: try key.secret(with: sender), salt: secret,
            for: Array("WebPush: info\0".utf8) + key.point.bytes + sender.bytes)
        let contentKey = MessageAuthentication.derive(
            16, from: shared, salt: salt, for: Array("Content-Encoding: aes128gcm\0".utf8))
        let nonce = MessageAuthentication.derive(
            12, from: shared, salt: salt, for: Array("Content-Encoding: nonce\0".utf8))
        let (sealed, tag) = (Array(bytes[86..<(bytes.count - 16)]), Array(bytes.suffix(16)))
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        var (plain, count, rest, mutableTag) = (
            [UInt8](repeating: 0, count: sealed.count), Int32(0), Int32(0), tag
        )
        EVP_DecryptInit_ex(context, EVP_aes_128_gcm(), nil, contentKey, nonce)
        EVP_DecryptUpdate(context, &plain, &count, sealed, Int32(sealed.count))
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, &mutableTag)
        try #require(EVP_DecryptFinal_ex(context, nil, &rest) == 1, "it was not for this device")
        try #require(plain.last == 2)
        return Array(plain.dropLast())
    }
}

/// What a push service is shown by the field `Authorization`.
struct VapidProof {
    struct Claims: Decodable {
        let aud: String
        let exp: Int64
        let sub: String
    }

    let key: String
    let claims: Claims
    let isSigned: Bool

    init?(_ field: String) {
        let parts = field.dropFirst("vapid t=".count).split(separator: ",")
        guard field.hasPrefix("vapid t="), parts.count == 2, parts[1].hasPrefix(" k=") else {
            return nil
        }
        let token = parts[0].split(separator: ".")
        key = String(parts[1].dropFirst(3))
        guard token.count == 3, let claims = Base64URL.bytes(String(token[1])),
            let signature = Base64URL.bytes(String(token[2])),
            let point = Base64URL.bytes(key).flatMap({ CurvePoint($0) }),
            let decoded = try? JSONDecoder().decode(Claims.self, from: Data(claims))
        else { return nil }
        self.claims = decoded
        isSigned = Self.isSigned(Array("\(token[0]).\(token[1])".utf8), signature, point)
    }

    private static func isSigned(
        _ message: [UInt8], _ signature: [UInt8], _ point: CurvePoint
    ) -> Bool {
        guard signature.count == 64 else { return false }
        let numbers = [signature[..<32], signature[32...]].map { number in
            // DER: no zeros in front, but one where the first bit is set.
            var bytes = Array(number.drop { $0 == 0 })
            if bytes.first.map({ $0 >= 0x80 }) ?? true { bytes.insert(0, at: 0) }
            return [2, UInt8(bytes.count)] + bytes
        }
        let whole = [0x30, UInt8(numbers[0].count + numbers[1].count)] + numbers[0] + numbers[1]
        return point.withKey { key in
            let context = EVP_MD_CTX_new()
            defer { EVP_MD_CTX_free(context) }
            EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key)
            return EVP_DigestVerify(context, whole, whole.count, message, message.count) == 1
        } ?? false
    }
}
