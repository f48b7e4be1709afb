import TestSupport

/// Messages of a given size.
enum Sample {
    /// What a chat says: members of JSON with names and words that recur.
    static func chat(_ count: Int) -> [UInt8] {
        var random = SeededGenerator(seed: UInt64(count))
        let words = [
            "lunch", "anyone", "up", "for", "coffee", "later", "today", "ok", "see", "you",
        ]
        var text = ""
        while text.utf8.count < count {
            let said = (0..<8).map { _ in words[random.below(words.count)] }
            text += """
                {"seq":\(random.below(10_000)),"roomMessage":{"room":"ana:ben","from":"ana",\
                "displayName":"Ana","text":"\(said.joined(separator: " "))",\
                "at":"2026-11-20T22:48:01.\(random.below(1_000))Z"}}
                """
        }
        return Array(text.utf8.prefix(count))
    }

    static func repeated(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 % 251) }
    }

    static func zeros(_ count: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: count)
    }

    /// Stretches of chance and of repetition.
    static func mixed(_ count: Int, using random: inout SeededGenerator) -> [UInt8] {
        let isNoise = random.below(3) == 0
        var bytes: [UInt8] = []
        while bytes.count < count {
            let stretch = 1 + random.below(60)
            let again = !isNoise && random.below(4) > 0 && !bytes.isEmpty
            bytes += again ? Array(bytes.suffix(stretch)) : random.bytes(stretch)
        }
        return Array(bytes.prefix(count))
    }
}
