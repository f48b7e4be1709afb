import CSodium

/// A stored hash, taken apart: `$argon2id$v=19$m=<KiB>,t=<passes>,p=1$<salt>$<hash>`.
struct PasswordHash {
    /// What it takes to make one.
    struct Costs: Equatable {
        let memoryBytes: Int
        let passes: UInt64
    }

    let costs: Costs
    let salt: [UInt8]
    let hash: [UInt8]
    /// As it is stored.
    let text: String

    init(costs: Costs, salt: [UInt8], hash: [UInt8]) {
        (self.costs, self.salt, self.hash) = (costs, salt, hash)
        text =
            "$argon2id$v=19$m=\(costs.memoryBytes / 1024),t=\(costs.passes),p=1"
            + "$\(Self.text(salt))$\(Self.text(hash))"
    }

    /// nil when it is not of ours.
    init?(_ text: String) {
        let parts = text.split(separator: "$").map(String.init)
        guard parts.count == 5, parts[0] == "argon2id", parts[1] == "v=19" else { return nil }
        let costs = parts[2].split(separator: ",").map { $0.split(separator: "=") }
        guard costs.map(\.first) == ["m", "t", "p"], costs[2].last == "1",
            let memory = costs[0].last.flatMap({ UInt32($0) }),
            let passes = costs[1].last.flatMap({ UInt64($0) }),
            let salt = Self.bytes(parts[3]), salt.count == Int(crypto_pwhash_saltbytes()),
            let hash = Self.bytes(parts[4]), hash.count >= Int(crypto_pwhash_bytes_min())
        else { return nil }
        self.costs = Costs(memoryBytes: Int(memory) * 1024, passes: passes)
        (self.salt, self.hash, self.text) = (salt, hash, text)
    }

    private static func text(_ bytes: [UInt8]) -> String {
        let variant = sodium_base64_VARIANT_ORIGINAL_NO_PADDING
        var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
        sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: text.utf8.count)
        var count = 0
        let code = sodium_base642bin(
            &bytes, bytes.count, text, text.utf8.count, nil, &count, nil,
            sodium_base64_VARIANT_ORIGINAL_NO_PADDING)
        return code == 0 ? Array(bytes.prefix(count)) : nil
    }
}
