/// A server's yes to an offer of permessage-deflate.
///
/// - Source: RFC 7692 §5.1, §7.1.
struct DeflateAnswer {
    let terms: DeflateTerms
    /// The value of `Sec-WebSocket-Extensions`.
    let text: String

    /// The answer to the first offer that can be accepted; nil if there is none.
    ///
    /// `client_max_window_bits` is left unanswered, as it may be: we inflate any window.
    init?(toOffers values: [String]) {
        let offers = ExtensionList(values)?.elements.lazy.compactMap(DeflateParameters.init)
        guard let offer = offers?.first else { return nil }
        guard case .bits(let bits) = offer.serverWindow else {
            (terms, text) = (DeflateTerms(), DeflateTerms.noContext)
            return
        }
        terms = DeflateTerms(windowBits: bits)
        text = "\(DeflateTerms.noContext); server_max_window_bits=\(bits)"
    }
}
