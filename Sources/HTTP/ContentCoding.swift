public import HTTPTypes

/// How the bytes of a body are packed, the best first.
///
/// - Source: RFC 9110 §8.4.1
public enum ContentCoding: String, CaseIterable, Sendable {
    case br, gzip
    /// As they are.
    case identity
}

extension HTTPFields {
    /// The coding that suits the client best: of those it gives the same weight, the first.
    ///
    /// A client that names no coding, or none of these, gets the bytes as they are. So does a
    /// client whose list cannot be read; an element that cannot be read counts as absent.
    ///
    /// - Parameter available: codings that there are, beside `identity`.
    /// - Source: RFC 9110 §12.5.3
    public func preferredCoding(of available: [ContentCoding]) -> ContentCoding {
        let weights = codingWeights
        let others = weights["*"] ?? 0
        var (best, most) = (ContentCoding.identity, weights["identity"] ?? 0)
        for coding in ContentCoding.allCases where coding != .identity {
            let weight = weights[coding.rawValue] ?? others
            let isBetter = best == .identity ? weight >= most : weight > most
            if weight > 0, isBetter, available.contains(coding) { (best, most) = (coding, weight) }
        }
        return best
    }

    /// The weight of each coding of ours that is named, and of `*` for the others, in thousandths.
    private var codingWeights: [String: Int] {
        var weights: [String: Int] = [:]
        for value in self[values: .acceptEncoding] {
            for element in value.utf8.split(separator: UInt8(ascii: ",")) {
                let (name, rest) =
                    Array(element)[...].cut(at: UInt8(ascii: ";"))
                    ?? (Array(element)[...], ArraySlice("q=1".utf8))
                guard name.trimmed.isToken, let weight = Self.weight(rest.trimmed) else { continue }
                let word = name.trimmed.text.lowercased()
                let coding = word == "x-gzip" ? "gzip" : word
                guard coding == "*" || ContentCoding(rawValue: coding) != nil else { continue }
                weights[coding] = weight
            }
        }
        return weights
    }

    /// `q=` and 0 to 1 with at most three decimals, in thousandths.
    ///
    /// - Source: RFC 9110 §12.4.2
    private static func weight(_ text: ArraySlice<UInt8>) -> Int? {
        guard text.prefix(2).text.lowercased() == "q=" else { return nil }
        let number = text.dropFirst(2)
        let (whole, decimals) = number.cut(at: UInt8(ascii: ".")) ?? (number, [])
        guard whole.elementsEqual("0".utf8) || whole.elementsEqual("1".utf8),
            decimals.count <= 3, decimals.allSatisfy(\.isDigit)
        else { return nil }
        let padded = decimals.text + String(repeating: "0", count: 3 - decimals.count)
        guard let thousandths = Int(padded) else { return nil }
        let weight = thousandths + (whole.elementsEqual("1".utf8) ? 1_000 : 0)
        return weight <= 1_000 ? weight : nil
    }
}
