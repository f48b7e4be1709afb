import HTTPTypes
import Kernel
import Wire

/// The token in the head of a request: `Authorization: Bearer TOKEN`, or `Token TOKEN`, as older
/// clients have it.
///
/// - Source: RFC 6750 §2.1; RFC 9110 §11.6.2.
enum BearerToken {
    /// There is an `Authorization`, and it is not one token.
    struct Malformed: Error {}

    /// Longer than any token of ours.
    private static let bytesMax = 256

    /// - Returns: nil when the request has no `Authorization`.
    static func read(_ fields: HTTPFields) throws(Malformed) -> String? {
        let values = fields[values: .authorization]
        guard let value = values.first else { return nil }
        let scheme = value.prefix { $0 != " " }
        let token = value.dropFirst(scheme.count).drop { $0 == " " }
        guard values.count == 1, ["bearer", "token"].contains(scheme.lowercased()),
            isToken(token.utf8)
        else {
            throw Malformed()
        }
        return String(token)
    }

    /// RFC 6750's `b64token`.
    private static func isToken(_ bytes: Substring.UTF8View) -> Bool {
        (1...bytesMax).contains(bytes.count)
            && bytes.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-._~+/=".utf8.contains(byte)
                }
            }
    }
}

extension HTTPRequest {
    /// Whether the query has a token. Proxies log addresses and browsers keep them, so a token
    /// there is refused before anything looks for what the address stands for.
    ///
    /// - Source: RFC 6750 §2.3; RFC 9700 §4.3.2.
    package var hasTokenInAddress: Bool {
        let query = (path ?? "").split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard query.count == 2 else { return false }
        return query[1].split { "?&;".contains($0) }.contains { field in
            let name = field.prefix { $0 != "=" }
            // ASCII alone: texts of many marks compare slowly.
            let letters = String(
                decoding: (name.percentDecoded ?? String(name)).utf8.map { $0 | 0x20 }
                    .filter { (0x61...0x7A).contains($0) }, as: UTF8.self)
            return letters.hasSuffix("token") || letters.hasSuffix("tokens")
                || ["auth", "authorization", "bearer", "jwt"].contains(letters)
        }
    }
}

extension Refusal {
    static let tokenInAddress = Refusal(
        .invalidField, field: "token",
        "expected in the head, as Authorization: Bearer TOKEN, and not in the address")
}
