import CCurl
import Glibc
import Synchronization

/// One request under way: what libcurl calls back for it.
final class Exchange {
    private let terms: OutboundTerms
    private let isStopped: () -> Bool
    private(set) var body: [UInt8] = []
    /// Takes the body of a good answer as it comes; nil: it is gathered.
    private let sink: OutboundClient.Sink?
    private var isGood = false
    private(set) var fields: [String: String] = [:]
    private var headBytesCount = 0
    /// What we ended it for, if it was us.
    private(set) var cause: OutboundFailure?
    /// Whether there was an address that we may connect to.
    private var hasSocket = false

    init(
        _ terms: OutboundTerms, to sink: OutboundClient.Sink? = nil,
        isStopped: @escaping () -> Bool
    ) {
        (self.terms, self.sink) = (terms, sink)
        self.isStopped = isStopped
    }

    /// - Returns: false to end it.
    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if isGood, let sink { return sink(Array(bytes)) }
        guard bytes.count <= terms.bodyBytesMax - body.count else {
            cause = .tooLong
            return false
        }
        body += bytes
        return true
    }

    /// One line of a head; a head begins with its status: one of 100 may precede the answer's.
    func takeHead(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= OutboundTerms.headBytesMax - headBytesCount else {
            cause = .tooLong
            return false
        }
        headBytesCount += bytes.count
        let line = String(decoding: bytes, as: UTF8.self)
        guard !line.hasPrefix("HTTP/") else {
            fields = [:]
            isGood = line.split(separator: " ").dropFirst().first == "200"
            return true
        }
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2 {
            let value = parts[1].drop { $0.isWhitespace }
            let end = value.lastIndex { !$0.isWhitespace }
            fields[parts[0].lowercased()] = end.map { String(value[...$0]) } ?? ""
        }
        return true
    }

    /// Makes a socket, if we may connect to where it is for.
    ///
    /// Here and nowhere earlier: of what a name resolves to, this is what is connected to.
    func socket(to address: UnsafeMutablePointer<curl_sockaddr>) -> Int32 {
        guard terms.allowsPrivate || Self.address(address)?.isPublic == true else {
            // Of a name with several addresses, another may do.
            if !hasSocket { cause = .forbidden }
            return -1
        }
        let (family, type) = (address.pointee.family, address.pointee.socktype)
        // SOCK_CLOEXEC: a successor of this process has no use for it.
        let made = Glibc.socket(family, type | 0o2000000, address.pointee.protocol)
        guard made >= 0 else { return made }
        if cause == .forbidden { cause = nil }
        hasSocket = true
        return made
    }

    /// - Returns: whether it is to go on.
    func goesOn() -> Bool {
        guard isStopped() else { return true }
        cause = .stopped
        return false
    }

    private static func address(
        _ address: UnsafeMutablePointer<curl_sockaddr>
    ) -> NetworkAddress? {
        guard let place = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
        // libcurl keeps a whole `sockaddr_storage` there, of which `addrlen` bytes are in use.
        let bytes = UnsafeRawBufferPointer(
            start: UnsafeRawPointer(address) + place, count: Int(address.pointee.addrlen))
        // `sin_addr` lies 4 bytes into a `sockaddr_in`, `sin6_addr` 8 into a `sockaddr_in6`.
        switch address.pointee.family {
        case AF_INET where bytes.count >= 8: return NetworkAddress(Array(bytes[4..<8]))
        case AF_INET6 where bytes.count >= 24: return NetworkAddress(Array(bytes[8..<24]))
        default: return nil
        }
    }
}
