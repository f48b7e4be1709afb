import Glibc
public import Kernel
public import Outbound

/// Files in a bucket of an S3-compatible service: all nodes see them.
///
/// A draft lies in a file without a name, so that a process that ends leaves nothing. Complete, it
/// is sent as one object, which is there whole or not at all.
///
/// - Source: Amazon S3 API Reference, 2006-03-01
public final class S3Files: FileStore {
    /// Where the bucket is, and who asks.
    public struct Terms: Sendable {
        /// The bucket: `https://s3.example.org/bucket` or `https://bucket.s3.example.org`.
        public var url: String
        /// Signs each request.
        public var signature: RequestSignature
        /// The folder of drafts.
        public var drafts: String
        /// The authorities to trust, in PEM format; nil: those of the system.
        public var authorities: [UInt8]?

        /// - Parameters: as the properties.
        public init(
            url: String, _ signature: RequestSignature, drafts: String,
            authorities: [UInt8]? = nil
        ) {
            self.url = url.last == "/" ? String(url.dropLast()) : url
            (self.signature, self.drafts, self.authorities) = (signature, drafts, authorities)
        }

        var outbound: OutboundTerms {
            // The administrator has chosen the server: it may be one inside.
            var terms = OutboundTerms(
                allowsPlain: true, allowsPrivate: true, authorities: authorities)
            terms.timeout = .seconds(60)
            terms.bodyBytesMax = S3Files.pieceBytes + (64 << 10)
            return terms
        }
    }

    /// Most bytes of a request for content.
    static let pieceBytes = 1 << 20
    /// Most names of an answer.
    private static let namesMax = 1_000

    private let terms: Terms
    private let client: OutboundClient

    /// - Parameter terms: where the bucket is.
    public init(_ terms: Terms) {
        self.terms = terms
        client = OutboundClient(label: "upfor.s3", terms.outbound, workerCount: 4, waitingMax: 256)
    }

    /// Checks that the bucket can be read.
    public func begin() throws(StoreError) { _ = try names(after: nil, limit: 1) }

    /// Begins a file.
    public func create() throws(StoreError) -> any FileDraft {
        var random = SystemRandomNumberGenerator()
        return try draft(of: FileName(using: &random))
    }

    /// Begins a file of this name.
    public func draft(of name: FileName) throws(StoreError) -> any FileDraft {
        let path = "\(terms.drafts)/draft-\(name.text)"
        let file = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .ofSystem("cannot make a draft in \(terms.drafts)") }
        // It is gone with its descriptor.
        unlink(path)
        return S3Draft(name, file: file, in: self)
    }

    /// Opens a complete file.
    public func open(_ name: FileName) throws(StoreError) -> (any FileContent)? {
        let answer = try send(.head, name.text)
        guard answer.status != 404 else { return nil }
        guard answer.status == 200, let size = answer.fields["content-length"].flatMap({ Int($0) })
        else { throw .s3(answer, "read \(name.text)") }
        return S3Content(name, size: size, in: self)
    }

    /// Deletes files.
    public func remove(_ names: [FileName]) throws(StoreError) {
        for name in names {
            let answer = try send(.delete, name.text)
            guard [200, 204, 404].contains(answer.status) else {
                throw .s3(answer, "delete \(name.text)")
            }
        }
    }

    /// Lists names. Other objects of the bucket are passed over.
    public func names(
        after last: FileName?, limit: Int
    ) throws(StoreError) -> [FileName] {
        var (names, last): ([FileName], String) = ([], last?.text ?? "")
        while names.count < limit {
            let count = min(Self.namesMax, limit - names.count)
            let start = last.percentEncoded
            // Sorted, as the signature needs it.
            let answer = try send(.get, "?list-type=2&max-keys=\(count)&start-after=\(start)")
            guard answer.status == 200 else { throw .s3(answer, "list the bucket") }
            let list = ObjectList(String(decoding: answer.body, as: UTF8.self))
            names += list.keys.compactMap { FileName($0) }
            guard list.isTruncated, let next = list.keys.last, next > last else { break }
            last = next
        }
        return names
    }

    fileprivate func put(_ name: FileName, _ file: OutboundFile) throws(StoreError) {
        let answer = try send(.upload(file), name.text)
        guard answer.status == 200 else { throw .s3(answer, "write \(name.text)") }
    }

    fileprivate func read(_ name: FileName, _ range: Range<Int>) throws(StoreError) -> [UInt8] {
        let part = OutboundRequest.Field(
            "Range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")
        let answer = try send(.get, name.text, fields: [part])
        guard answer.status == 206 || answer.status == 200, answer.body.count == range.count else {
            throw .s3(answer, "read \(name.text)")
        }
        return answer.body
    }

    /// - Parameter place: the name of an object, or a query.
    private func send(
        _ method: OutboundRequest.Method, _ place: String, fields: [OutboundRequest.Field] = []
    ) throws(StoreError) -> OutboundResponse {
        var request = OutboundRequest(
            method, "\(terms.url)/\(place)",
            fields: fields + [OutboundRequest.Field("x-amz-content-sha256", "UNSIGNED-PAYLOAD")])
        request.signature = terms.signature
        do throws(OutboundFailure) {
            return try client.perform(request)
        } catch {
            throw .unreachable("\(terms.url): \(error)")
        }
    }
}

private final class S3Draft: FileDraft {
    let name: FileName
    private let files: S3Files
    private let file: Int32
    private var size = 0
    private var isComplete = false

    init(_ name: FileName, file: Int32, in files: S3Files) {
        (self.name, self.file, self.files) = (name, file, files)
    }

    deinit { close(file) }

    func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        guard !isComplete else { throw .failed("a finished file was written to") }
        var rest = bytes
        while !rest.isEmpty {
            let count = pwrite(file, rest.baseAddress, rest.count, off_t(size))
            guard count > 0 else {
                if errno == EINTR { continue }
                throw .ofSystem("cannot write a draft")
            }
            size += count
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
    }

    func finish() throws(StoreError) {
        guard !isComplete else { throw .failed("a file was finished twice") }
        try files.put(name, OutboundFile(descriptor: file, size: size))
        isComplete = true
    }
}

private final class S3Content: FileContent {
    let size: Int
    private let name: FileName
    private let files: S3Files

    init(_ name: FileName, size: Int, in files: S3Files) {
        (self.name, self.size, self.files) = (name, size, files)
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(StoreError) -> Int {
        let end = min(size, offset + min(buffer.count, S3Files.pieceBytes))
        guard offset < end else { return 0 }
        let bytes = try files.read(name, offset..<end)
        buffer.copyBytes(from: bytes)
        return bytes.count
    }
}

/// The answer to a request for the objects of a bucket.
struct ObjectList: Equatable {
    /// Their keys, in order.
    let keys: [String]
    /// Whether there are more.
    let isTruncated: Bool

    /// - Parameter xml: as the service has sent it. Keys of files have no entities.
    init(_ xml: String) {
        keys = xml.components(between: "<Key>", and: "</Key>")
        isTruncated = xml.components(between: "<IsTruncated>", and: "</").first == "true"
    }
}

extension String {
    fileprivate func components(between start: String, and end: String) -> [String] {
        split(separator: start, omittingEmptySubsequences: false).dropFirst().compactMap { part in
            part.firstRange(of: end).map { String(part[..<$0.lowerBound]) }
        }
    }

    /// As a signature needs it: all but unreserved characters.
    ///
    /// - Source: RFC 3986 §2.3
    fileprivate var percentEncoded: String {
        utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            let isUnreserved =
                byte < 128
                && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                || "-._~".unicodeScalars.contains(scalar)
            return isUnreserved ? String(Character(scalar)) : "%" + [byte].hexadecimal.uppercased()
        }.joined()
    }
}

extension StoreError {
    /// - Parameter what: what was to be done.
    fileprivate static func s3(_ answer: OutboundResponse, _ what: String) -> StoreError {
        let body = String(decoding: answer.body, as: UTF8.self)
        let code = body.components(between: "<Code>", and: "</").first.map { " \($0)" } ?? ""
        let text = "cannot \(what): status \(answer.status)\(code)"
        return answer.status >= 500 || answer.status == 429 ? .unreachable(text) : .failed(text)
    }

    /// With errno.
    fileprivate static func ofSystem(_ what: String) -> StoreError {
        let text = "\(what): \(String(cString: strerror(errno)))"
        return [ENOSPC, EDQUOT, EROFS].contains(errno) ? .full(text) : .failed(text)
    }
}
