import CCurl

/// Brings letters to a mail server, by one of libcurl's handles, which keeps its connection for the
/// next.
///
/// One thread at a time.
final class MailTransfer {
    private let isStopped: () -> Bool
    private let curl: UnsafeMutableRawPointer?

    init(isStopped: @escaping () -> Bool) {
        self.isStopped = isStopped
        curl = Transfer.isStarted ? curl_easy_init() : nil
    }

    deinit { curl_easy_cleanup(curl) }

    func send(_ mail: OutboundMail, by route: MailRoute) -> MailVerdict {
        guard let curl else { return .later(status: 0) }
        // The administrator has chosen the server: it may be one inside.
        let exchange = Exchange(OutboundTerms(allowsPrivate: true), isStopped: isStopped)
        let source = MailSource(mail.bytes)
        curl_easy_reset(curl)
        guard Self.set(route, mail, on: curl),
            let receivers = curl_slist_append(nil, mail.receiver)
        else { return .later(status: 0) }
        defer { curl_slist_free_all(receivers) }
        upfor_curl_set_pointer(curl, CURLOPT_MAIL_RCPT, receivers)
        let code = withExtendedLifetime((exchange, source)) {
            Transfer.call(exchange, from: curl)
            let owner = Unmanaged.passUnretained(source).toOpaque()
            let code = upfor_curl_set_source(
                curl,
                { bytes, one, count, owner in
                    MailSource.behind(owner)?.fill(bytes, atMost: one * count) ?? 0
                }, owner, curl_off_t(source.count))
            return code == CURLE_OK ? curl_easy_perform(curl) : code
        }
        return Self.verdict(code, upfor_curl_status(curl))
    }

    /// The verdict on a transfer. Of permanent failures, those about our log-in or TLS count as
    /// temporary: the administrator may fix them.
    ///
    /// - Source: RFC 5321 §4.2.1, RFC 4954 §6.
    static func verdict(_ code: CURLcode, _ status: Int) -> MailVerdict {
        guard code != CURLE_OK else { return .accepted }
        let isAboutUs =
            [530, 534, 535, 538, 454].contains(status) || code == CURLE_LOGIN_DENIED
            || code == CURLE_USE_SSL_FAILED
        guard (500...599).contains(status), !isAboutUs else { return .later(status: status) }
        return .refused(status: status)
    }

    private static func set(
        _ route: MailRoute, _ mail: OutboundMail, on curl: UnsafeMutableRawPointer
    ) -> Bool {
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_NOPROGRESS, 0),
            (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2), (CURLOPT_MAXCONNECTS, 1),
            (CURLOPT_CONNECTTIMEOUT_MS, Int(route.connectTimeout / .milliseconds(1))),
            (CURLOPT_TIMEOUT_MS, Int(route.timeout / .milliseconds(1))),
            // CURLUSESSL_ALL, or CURLUSESSL_NONE: macros of libcurl's.
            (CURLOPT_USE_SSL, route.security == .none ? 0 : 3),
            // TLS 1.2, as for other servers.
            (CURLOPT_SSLVERSION, 6), (CURLOPT_QUICK_EXIT, 1),
        ]
        var texts: [(CURLoption, String)] = [
            (CURLOPT_URL, route.url), (CURLOPT_PROTOCOLS_STR, "smtp,smtps"),
            (CURLOPT_PROXY, ""), (CURLOPT_MAIL_FROM, mail.sender),
        ]
        if !route.user.isEmpty {
            texts += [(CURLOPT_USERNAME, route.user), (CURLOPT_PASSWORD, route.password)]
        }
        for (option, number) in numbers {
            guard upfor_curl_set_number(curl, option, number) == CURLE_OK else { return false }
        }
        for (option, text) in texts {
            guard upfor_curl_set_text(curl, option, text) == CURLE_OK else { return false }
        }
        guard let authorities = route.authorities else { return true }
        return authorities.withUnsafeBytes { bytes in
            upfor_curl_set_copy(curl, CURLOPT_CAINFO_BLOB, bytes.baseAddress, bytes.count)
        } == CURLE_OK
    }
}

/// What is sent, and how much of it has been.
private final class MailSource {
    private let bytes: [UInt8]
    private var sentCount = 0
    var count: Int { bytes.count }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func behind(_ owner: UnsafeMutableRawPointer?) -> MailSource? {
        owner.map { Unmanaged<MailSource>.fromOpaque($0).takeUnretainedValue() }
    }

    func fill(_ place: UnsafeMutablePointer<CChar>?, atMost most: Int) -> Int {
        guard let place else { return 0 }
        let some = min(most, bytes.count - sentCount)
        UnsafeMutableRawPointer(place).copyBytes(from: bytes[sentCount..<sentCount + some])
        sentCount += some
        return some
    }
}

extension UnsafeMutableRawPointer {
    fileprivate func copyBytes(from bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { source in
            guard let base = source.baseAddress else { return }
            copyMemory(from: base, byteCount: source.count)
        }
    }
}
