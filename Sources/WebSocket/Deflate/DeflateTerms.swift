/// The terms that a connection has agreed on for permessage-deflate.
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
    /// The terms that our clients offer, and our servers answer.
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

/// The parameters of permessage-deflate in one offer, or one answer.
///
/// - Source: RFC 7692 §7.1.
struct DeflateParameters {
    /// A window that one side is asked to keep to.
    enum Window: Equatable {
        case unnamed
        /// Named without a value: the client can keep to any.
        case named
        case bits(UInt8)
    }

    static let name = "permessage-deflate"

    private(set) var serverKeepsNoContext = false
    private(set) var clientKeepsNoContext = false
    private(set) var serverWindow = Window.unnamed
    private(set) var clientWindow = Window.unnamed

    /// - Returns: nil if `element` is another extension, or has a parameter that is unknown, comes
    ///   twice, or has a value that it may not have: then the offer is to be declined.
    init?(_ element: ExtensionList.Element) {
        let names = element.parameters.map(\.name)
        guard element.name == Self.name, Set(names).count == names.count,
            element.parameters.allSatisfy({ accept($0) })
        else { return nil }
    }

    private mutating func accept(_ parameter: ExtensionList.Parameter) -> Bool {
        switch (parameter.name, parameter.value) {
        case ("server_no_context_takeover", nil): serverKeepsNoContext = true
        case ("client_no_context_takeover", nil): clientKeepsNoContext = true
        case ("server_max_window_bits", let value?): return set(\.serverWindow, value)
        case ("client_max_window_bits", nil): clientWindow = .named
        case ("client_max_window_bits", let value?): return set(\.clientWindow, value)
        default: return false
        }
        return true
    }

    /// - Source: RFC 7692 §7.1.2.1: 8 to 15 in decimal, without leading zeros.
    private mutating func set(
        _ window: WritableKeyPath<DeflateParameters, Window>, _ value: String
    ) -> Bool {
        guard let bits = (8...15).first(where: { String($0) == value }) else { return false }
        self[keyPath: window] = .bits(UInt8(bits))
        return true
    }
}
