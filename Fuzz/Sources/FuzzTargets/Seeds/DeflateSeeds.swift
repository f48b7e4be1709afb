/// Messages to compress.
enum DeflateSeeds {
    static let words = Array(
        """
        {"seq":918,"at":"2026-11-20T22:48:01.123Z","roomMessage":{"room":"ana:ben","seq":42,\
        "from":"ana","text":"lunch? anyone up for lunch, or for coffee later, ana asks ana"}}
        """.utf8)

    static let all: [[UInt8]] = [
        [], [7], words, words + words, Array(repeating: 0, count: 300),
        (0..<300).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 &+ $0 >> 3) },
    ]
}
