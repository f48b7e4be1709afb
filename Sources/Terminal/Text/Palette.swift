/// The few colours, or none: only on a terminal, and never against NO_COLOR.
///
/// - Source: https://no-color.org
struct Palette: Equatable, Sendable {
    /// Whether anything is coloured at all.
    enum Mode: Equatable, Sendable {
        case plain
        case coloured
    }

    /// The output without escape sequences.
    static let plain = Palette(mode: .plain)

    let mode: Mode

    init(mode: Mode) { self.mode = mode }

    /// - Parameter environment: NO_COLOR (set and not empty) and TERM=dumb forbid colour.
    init(isTerminal: Bool, environment: [String: String]) {
        let isForbidden =
            !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
        mode = isTerminal && !isForbidden ? .coloured : .plain
    }

    /// As it is: for places that are only sometimes coloured.
    func bare(_ text: String) -> String { text }
    func bold(_ text: String) -> String { wrapped("1", text) }
    func dim(_ text: String) -> String { wrapped("2", text) }
    func red(_ text: String) -> String { wrapped("31", text) }
    func green(_ text: String) -> String { wrapped("32", text) }
    func yellow(_ text: String) -> String { wrapped("33", text) }
    func cyan(_ text: String) -> String { wrapped("36", text) }

    private func wrapped(_ code: String, _ text: String) -> String {
        mode == .coloured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
