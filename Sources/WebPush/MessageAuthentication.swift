import CSodium

/// HMAC-SHA256, and what is made of it.
public enum MessageAuthentication {
    /// 32 bytes that only who has the key can make of the message.
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
