import COpenSSL
import CSodium

/// A device's push subscription: where it receives messages, and the keys that encrypt them.
public struct Subscription: Equatable, Sendable {
    /// How long the device's secret is.
    public static let secretByteCount = 16

    /// The push service's URL for this device.
    public let endpoint: String
    /// The device's public key.
    public let point: CurvePoint
    /// The device's secret.
    public let secret: [UInt8]

    /// - Parameters: as the properties.
    public init(endpoint: String, point: CurvePoint, secret: [UInt8]) {
        (self.endpoint, self.point, self.secret) = (endpoint, point, secret)
    }

    /// Most that a message may be, before it is encrypted: a record of 4096 bytes is all that a
    /// push service must take.
    ///
    /// - Source: RFC 8291 §4.
    public static let messageBytesMax = 3_993

    /// Encrypts a message so that only the device can read it.
    ///
    /// - Parameters:
    ///   - key: made for this message.
    ///   - salt: 16 bytes, random.
    /// - Source: RFC 8291 §3.3, §3.4; RFC 8188 §2.
    public func encrypted(
        _ message: [UInt8], key: CurveKey, salt: [UInt8]
    ) throws(CurveKey.Failure) -> [UInt8] {
        guard message.count <= Self.messageBytesMax, salt.count == 16 else { throw .init() }
        let shared = MessageAuthentication.derive(
            32, from: try key.secret(with: point), salt: secret,
            for: Array("WebPush: info\0".utf8) + point.bytes + key.point.bytes)
        let contentKey = MessageAuthentication.derive(
            16, from: shared, salt: salt, for: Array("Content-Encoding: aes128gcm\0".utf8))
        let nonce = MessageAuthentication.derive(
            12, from: shared, salt: salt, for: Array("Content-Encoding: nonce\0".utf8))
        let head = salt + [0, 0, 0x10, 0, UInt8(CurvePoint.byteCount)] + key.point.bytes
        // 2: the last record, and no padding.
        return head + (try Self.sealed(message + [2], key: contentKey, nonce: nonce))
    }

    private static func sealed(
        _ plain: [UInt8], key: [UInt8], nonce: [UInt8]
    ) throws(CurveKey.Failure) -> [UInt8] {
        guard let context = EVP_CIPHER_CTX_new() else { throw .init() }
        defer { EVP_CIPHER_CTX_free(context) }
        var (bytes, tag) = (
            [UInt8](repeating: 0, count: plain.count), [UInt8](repeating: 0, count: 16)
        )
        var (count, rest) = (Int32(0), Int32(0))
        guard EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1,
            EVP_EncryptUpdate(context, &bytes, &count, plain, Int32(plain.count)) == 1,
            EVP_EncryptFinal_ex(context, nil, &rest) == 1, Int(count) == plain.count,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1
        else { throw .init() }
        return bytes + tag
    }
}

/// HMAC-SHA256, and what is made of it.
public enum MessageAuthentication {
    /// 32 bytes that only an owner of the key can compute for the message.
    ///
    /// - Source: RFC 2104.
    public static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        var state = crypto_auth_hmacsha256_state()
        var code = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
        crypto_auth_hmacsha256_init(&state, key, key.count)
        crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
        crypto_auth_hmacsha256_final(&state, &code)
        return code
    }

    /// At most 32 bytes of key material for one purpose.
    ///
    /// - Source: RFC 5869, where one block is enough.
    static func derive(
        _ count: Int, from material: [UInt8], salt: [UInt8], for purpose: [UInt8]
    ) -> [UInt8] {
        Array(code(of: purpose + [1], key: code(of: material, key: salt)).prefix(count))
    }
}

/// URL-safe base64 without padding, as the web writes keys.
///
/// - Source: RFC 4648 §5.
public enum Base64URL {
    private static let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING

    /// The text of some bytes.
    public static func text(_ bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
        sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
        return String(
            decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The bytes of a text, with padding or without; nil when it is no such text.
    public static func bytes(_ text: String) -> [UInt8]? {
        var characters = Array(text.utf8)
        for _ in 0..<2 where characters.last == UInt8(ascii: "=") { characters.removeLast() }
        var bytes = [UInt8](repeating: 0, count: characters.count)
        var count = 0
        var end: UnsafePointer<CChar>?
        let isWhole = characters.withUnsafeBufferPointer { characters in
            characters.withMemoryRebound(to: CChar.self) { characters in
                sodium_base642bin(
                    &bytes, bytes.count, characters.baseAddress, characters.count, nil, &count,
                    &end, variant) == 0
                    && end == characters.baseAddress.map { $0 + characters.count }
            }
        }
        return isWhole || characters.isEmpty ? Array(bytes[..<count]) : nil
    }
}
