import Glibc

/// The C library's idea of characters, without which it knows no width but ASCII's.
enum UTF8Locale {
    /// Whether that is the user's own.
    static var isTheUsers: Bool { prepared }

    private static let prepared: Bool = {
        let isUTF8 = setlocale(LC_CTYPE, "") != nil && codeset() == "UTF-8"
        if !isUTF8 { setlocale(LC_CTYPE, "C.UTF-8") }
        return isUTF8
    }()

    /// Takes the user's locale, or plain UTF-8 where that is not UTF-8. Done once.
    static func prepare() { _ = prepared }

    private static func codeset() -> String {
        nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } ?? ""
    }
}
