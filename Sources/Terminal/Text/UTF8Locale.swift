import Glibc

/// The C library's idea of characters, without which it knows no width but ASCII's.
enum UTF8Locale {
    private static let prepared: Void = {
        let isUTF8 = setlocale(LC_CTYPE, "") != nil && codeset() == "UTF-8"
        if !isUTF8 { setlocale(LC_CTYPE, "C.UTF-8") }
    }()

    /// Takes the user's locale, or plain UTF-8 where that is not UTF-8. Done once.
    static func prepare() { prepared }

    private static func codeset() -> String {
        nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } ?? ""
    }
}
