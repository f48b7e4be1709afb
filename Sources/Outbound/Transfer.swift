import CCurl
import Glibc

/// One of libcurl's handles, with the connections that it keeps for the next request.
///
/// One thread at a time.
final class Transfer {
    private let terms: OutboundTerms
    private let isStopped: () -> Bool
    private let curl: UnsafeMutableRawPointer?

    /// Once in a process, before any handle is made.
    static let isStarted = upfor_curl_start() == CURLE_OK

    init(_ terms: OutboundTerms, isStopped: @escaping () -> Bool) {
        self.terms = terms
        self.isStopped = isStopped
        curl = Self.isStarted ? curl_easy_init() : nil
    }

    deinit { curl_easy_cleanup(curl) }

    /// - Parameter sink: takes the body of a response with status 200 while it arrives.
    func perform(
        _ request: OutboundRequest, to sink: OutboundClient.Sink? = nil
    ) throws(OutboundFailure) -> OutboundResponse {
        guard let curl else { throw .broken }
        let url = try OutboundURL(request.url, under: terms)
        let exchange = Exchange(terms, to: sink, isStopped: isStopped)
        curl_easy_reset(curl)
        try Self.set(terms, on: curl)
        upfor_curl_set_pointer(curl, CURLOPT_CURLU, UnsafeMutableRawPointer(url.handle))
        let head = try Self.head(request)
        defer { curl_slist_free_all(head) }
        upfor_curl_set_pointer(curl, CURLOPT_HTTPHEADER, head)
        if let signature = request.signature { try Self.sign(signature, curl) }
        let code = withExtendedLifetime((exchange, url)) {
            Self.call(exchange, from: curl)
            if let name = request.method.name {
                upfor_curl_set_text(curl, CURLOPT_CUSTOMREQUEST, name)
            }
            if request.method == .head { upfor_curl_set_number(curl, CURLOPT_NOBODY, 1) }
            if case .upload(let file) = request.method { return Self.send(file, curl) }
            guard let body = request.method.body else { return curl_easy_perform(curl) }
            upfor_curl_set_number(curl, CURLOPT_POST, 1)
            return body.withUnsafeBytes { bytes in
                // Without a body libcurl would ask for one.
                upfor_curl_set_body(
                    curl, bytes.baseAddress ?? UnsafeRawPointer(curl), off_t(bytes.count))
                return curl_easy_perform(curl)
            }
        }
        guard code == CURLE_OK else { throw exchange.cause ?? OutboundFailure(code) }
        return OutboundResponse(
            status: upfor_curl_status(curl), fields: exchange.fields, body: exchange.body)
    }

    private static func set(
        _ terms: OutboundTerms, on curl: UnsafeMutableRawPointer
    ) throws(OutboundFailure) {
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_NOPROGRESS, 0), (CURLOPT_FOLLOWLOCATION, 0),
            (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2), (CURLOPT_MAXCONNECTS, 4),
            (CURLOPT_CONNECTTIMEOUT_MS, milliseconds(terms.connectTimeout)),
            (CURLOPT_TIMEOUT_MS, milliseconds(terms.timeout)),
            // TLS 1.2; the value is in a macro of libcurl's.
            (CURLOPT_SSLVERSION, 6),
            // Otherwise libcurl would wait for its resolver thread, which no limit of ours ends.
            (CURLOPT_QUICK_EXIT, 1),
        ]
        var texts: [(CURLoption, String)] = [
            (CURLOPT_PROTOCOLS_STR, terms.allowsPlain ? "http,https" : "https"),
            // Whatever the environment says: we connect only to what we have checked.
            (CURLOPT_PROXY, ""), (CURLOPT_USERAGENT, "upford"),
        ]
        if let socket = terms.socket { texts.append((CURLOPT_UNIX_SOCKET_PATH, socket)) }
        for (option, number) in numbers {
            guard upfor_curl_set_number(curl, option, number) == CURLE_OK else { throw .broken }
        }
        for (option, text) in texts {
            guard upfor_curl_set_text(curl, option, text) == CURLE_OK else { throw .broken }
        }
        guard let authorities = terms.authorities else { return }
        let code = authorities.withUnsafeBytes { bytes in
            upfor_curl_set_copy(curl, CURLOPT_CAINFO_BLOB, bytes.baseAddress, bytes.count)
        }
        guard code == CURLE_OK else { throw .broken }
    }

    private static func sign(
        _ signature: RequestSignature, _ curl: UnsafeMutableRawPointer
    ) throws(OutboundFailure) {
        let texts = [
            (CURLOPT_AWS_SIGV4, "aws:amz:\(signature.region):\(signature.service)"),
            (CURLOPT_USERNAME, signature.key), (CURLOPT_PASSWORD, signature.secret),
        ]
        for (option, text) in texts {
            guard upfor_curl_set_text(curl, option, text) == CURLE_OK else { throw .broken }
        }
    }

    private static func send(_ file: OutboundFile, _ curl: UnsafeMutableRawPointer) -> CURLcode {
        let source = FileSource(file)
        let owner = Unmanaged.passUnretained(source).toOpaque()
        return withExtendedLifetime(source) {
            var code = upfor_curl_set_source(
                curl,
                { bytes, one, count, owner in
                    FileSource.behind(owner)?.read(into: bytes, atMost: one * count)
                        ?? FileSource.failure
                }, owner, curl_off_t(file.size))
            guard code == CURLE_OK else { return code }
            code = upfor_curl_set_seek(
                curl,
                { owner, offset, _ in
                    FileSource.behind(owner)?.place = Int(offset)
                    return 0
                }, owner)
            return code == CURLE_OK ? curl_easy_perform(curl) : code
        }
    }

    private static func milliseconds(_ duration: Duration) -> Int {
        Int(max(1, min(duration / .milliseconds(1), 1e9)))
    }

    /// The header lines for libcurl; the caller frees the list.
    private static func head(
        _ request: OutboundRequest
    ) throws(OutboundFailure) -> UnsafeMutablePointer<curl_slist>? {
        // libcurl would request permission before a longer body, and wait a second for it. A
        // signature would cover this line, which is not sent.
        var list = request.signature == nil ? curl_slist_append(nil, "Expect:") : nil
        for field in request.fields {
            // A line end or a NUL would end the field early.
            guard (field.name + field.value).utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                curl_slist_free_all(list)
                throw .forbidden
            }
            list = curl_slist_append(list, "\(field.name): \(field.value)") ?? list
        }
        return list
    }

    static func call(_ exchange: Exchange, from curl: UnsafeMutableRawPointer) {
        // Unretained: `perform` keeps it until libcurl is through with it.
        let owner = Unmanaged.passUnretained(exchange).toOpaque()
        upfor_curl_set_sinks(
            curl,
            { bytes, one, count, owner in
                let bytes = UnsafeRawBufferPointer(start: bytes, count: count)
                return Exchange.behind(owner)?.takeBody(bytes) == true ? one * count : 0
            },
            { bytes, one, count, owner in
                let bytes = UnsafeRawBufferPointer(start: bytes, count: count)
                return Exchange.behind(owner)?.takeHead(bytes) == true ? one * count : 0
            },
            { owner, _, _, _, _ in Exchange.behind(owner)?.goesOn() == true ? 0 : 1 },
            { owner, _, address in
                guard let address else { return -1 }
                return Exchange.behind(owner)?.socket(to: address) ?? -1
            }, owner)
    }
}

/// The file of a request, and how much of it was sent.
private final class FileSource {
    /// CURL_READFUNC_ABORT, a macro of libcurl's.
    static let failure = 0x1000_0000

    private let file: OutboundFile
    var place = 0

    init(_ file: OutboundFile) { self.file = file }

    static func behind(_ owner: UnsafeMutableRawPointer?) -> FileSource? {
        owner.map { Unmanaged<FileSource>.fromOpaque($0).takeUnretainedValue() }
    }

    func read(into bytes: UnsafeMutablePointer<CChar>?, atMost most: Int) -> Int {
        let count = pread(file.descriptor, bytes, min(most, file.size - place), off_t(place))
        guard count >= 0 else { return Self.failure }
        place += count
        return count
    }
}

extension Exchange {
    fileprivate static func behind(_ owner: UnsafeMutableRawPointer?) -> Exchange? {
        owner.map { Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }
    }
}

extension OutboundFailure {
    fileprivate init(_ code: CURLcode) {
        self =
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT: .unreachable
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
                CURLE_SSL_ISSUER_ERROR:
                .untrusted
            case CURLE_URL_MALFORMAT: .forbidden
            default: .broken
            }
    }
}

/// A date as heads of HTTP have it.
public enum HTTPDate {
    /// Seconds since 1970, of any of the three forms, and of whatever else libcurl takes for a
    /// date: one without a time, or with another zone.
    ///
    /// - Returns: nil for what it cannot read, and for what was before 1970.
    /// - Source: RFC 9110 §5.6.7.
    public static func seconds(in text: String) -> Int64? {
        // It reads up to the first zero byte.
        guard !text.utf8.contains(0) else { return nil }
        let seconds = curl_getdate(text, nil)
        return seconds < 0 ? nil : Int64(seconds)
    }
}
