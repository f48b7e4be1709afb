import Glibc

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

/// The letters that the user's terminal has, and the C library's idea of characters.
enum UTF8Locale {
    /// Whether the terminal takes UTF-8; otherwise marks become ASCII, and letters `?`.
    static let isTheUsers = isUTF8(Environment.all)

    private static let prepared: Void = {
        let isPrepared = setlocale(LC_CTYPE, "") != nil && codeset() == "UTF-8"
        if !isPrepared { setlocale(LC_CTYPE, "C.UTF-8") }
    }()

    /// Whether the locale says UTF-8. One that says nothing is taken for UTF-8: that is how
    /// containers come.
    ///
    /// - Source: POSIX, 8.2: LC_ALL before LC_CTYPE before LANG.
    static func isUTF8(_ environment: [String: String]) -> Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let locale else { return true }
        let name = locale.lowercased()
        return name.contains("utf-8") || name.contains("utf8")
    }

    /// Has the C library know the width of all characters, and not of ASCII alone: by the user's
    /// locale, or by plain UTF-8 where that has none. Done once.
    static func prepare() { _ = prepared }

    private static func codeset() -> String {
        nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } ?? ""
    }
}
