/// What a connection has agreed on for permessage-deflate.
///
/// Always `no_context_takeover` both ways: each message is compressed by itself, so that one
/// `Deflater` and one `Inflater` serve all connections of a loop, and a connection costs nothing.
///
/// - Source: RFC 7692 §7.1.
public struct DeflateTerms: Equatable, Sendable {
    /// The window that what we send must keep to, 8…15 bits: see `Deflater`.
    public let windowBits: UInt8

    /// Terms of a connection on which we send within a window of `windowBits`.
    public init(windowBits: UInt8 = 15) {
        self.windowBits = windowBits
    }
}

extension DeflateTerms {
    /// What our clients offer, and our servers answer.
    static let noContext = """
        \(DeflateParameters.name); server_no_context_takeover; client_no_context_takeover
        """

    /// The terms of a server's answer to `noContext`; nil if they are not ours.
    ///
    /// The server has to keep no context, since we offered that. It may name its own window unasked
    /// (§7.1.2.1), and ask for no context of ours, but not for a window of ours (§7.1.2.2).
    init?(answeredBy values: [String]) {
        guard let elements = ExtensionList(values)?.elements, elements.count == 1,
            let answer = elements.first.flatMap(DeflateParameters.init),
            answer.serverKeepsNoContext, answer.clientWindow == .unnamed
        else { return nil }
        self.init()
    }
}
