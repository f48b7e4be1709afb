/// A client's own mark on a message: sending it again under the same mark has one effect.
enum MessageMark {
    /// 26 characters of 128 random bits: no two are ever alike.
    static func fresh() -> String {
        var source = SystemRandomNumberGenerator()
        return fresh(using: &source)
    }

    static func fresh(using source: inout some RandomNumberGenerator) -> String {
        let numbers: [UInt64] = [source.next(), source.next()]
        return numbers.map { number in
            let digits = String(number, radix: 36)
            return String(repeating: "0", count: max(0, 13 - digits.count)) + digits
        }.joined()
    }
}
