import Glibc

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
