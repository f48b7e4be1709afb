/// What one offer, or one answer, says of permessage-deflate.
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
