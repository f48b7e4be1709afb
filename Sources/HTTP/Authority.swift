/// The host and port that a request is for.
///
/// Parsed strictly, because what is compared later (virtual hosts, origins) must have one
/// spelling. Percent-encoded hosts and user names are refused: no client needs them here.
///
/// - Source: RFC 3986 §3.2, RFC 9110 §7.2 and §4.2.4 (no userinfo)
struct Authority {
    let text: String

    /// - Returns: `nil` unless `bytes` are a host and, after a colon, a port of 0…65535.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let port = Self.afterHost(bytes), Self.isPort(port) else { return nil }
        text = bytes.text
    }

    /// What follows the host; `nil` when there is no host.
    private static func afterHost(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        if bytes.first == UInt8(ascii: "[") {
            guard let (address, rest) = bytes.dropFirst().cut(at: UInt8(ascii: "]")) else {
                return nil
            }
            let isAddress = address.allSatisfy {
                $0.isHexDigit || $0 == .colon || $0 == UInt8(ascii: ".")
            }
            return isAddress && !address.isEmpty ? rest : nil
        }
        let rest = bytes.drop(while: isNameCharacter)
        return rest.count < bytes.count ? rest : nil
    }

    /// unreserved and sub-delims. Source: RFC 3986 §3.2.2
    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
            UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: ","),
            UInt8(ascii: ";"), UInt8(ascii: "="):
            true
        default: byte.isDigit || byte.isLetter
        }
    }

    private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard !bytes.isEmpty else { return true }
        guard bytes.first == .colon else { return false }
        let digits = bytes.dropFirst()
        guard digits.allSatisfy(\.isDigit) else { return false }
        return digits.isEmpty || UInt16(digits.text) != nil
    }
}
