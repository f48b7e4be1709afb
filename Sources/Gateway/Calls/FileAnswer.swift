import HTTP
import HTTPTypes
import Kernel
import Wire

/// The answer to a request for a file: its head, and the body piece by piece. Of a stored file no
/// more than a piece is in memory.
struct FileAnswer: Sendable {
    /// Most bytes of a piece.
    private static let pieceBytes = 65_536

    let head: HTTPResponse
    /// Bytes of the body.
    let length: Int
    /// The piece that was read last; of a file in memory, all of the body.
    private(set) var piece: [UInt8]
    private let content: ServedFile.Content
    private var rest: Range<Int>

    /// Whether the last piece was read.
    var isComplete: Bool { rest.isEmpty }

    /// The answer to a request; of a stored file nothing is read yet.
    init(_ file: ServedFile, to request: HTTPRequest) {
        content = file.content
        let size = file.content.size
        let isKnown = ServedFile.isKnown(file.name, to: request.headerFields)
        let range: RequestedRange =
            switch content {
            case _ where isKnown: .part(0..<0)
            // A part would be a copy for each client that asks.
            case .bytes: .whole
            case .stored: RequestedRange(of: request, tag: file.tag, size: size)
            }
        switch range {
        case .whole:
            (head, rest) = (file.response(.ok), 0..<size)
        case .part(let part):
            var head = file.response(isKnown ? .notModified : .partialContent)
            if !isKnown {
                head.headerFields[.contentRange] =
                    "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
            }
            (self.head, rest) = (head, part)
        case .unsatisfiable:
            let refusal = Refusal(
                .invalidField, field: "Range", "expected a part of \(size) bytes")
            var head = refusal.httpResponse
            head.status = .rangeNotSatisfiable
            head.headerFields[.contentRange] = "bytes */\(size)"
            (self.head, piece, rest) = (head, refusal.httpBody, 0..<0)
            length = piece.count
            return
        }
        length = rest.count
        piece = []
        if case .bytes(let bytes) = content {
            piece = isKnown ? [] : bytes
            rest = 0..<0
        }
    }

    /// Reads the next piece. It blocks.
    ///
    /// - Returns: false when the file was removed meanwhile.
    mutating func readPiece() throws(Refusal) -> Bool {
        guard case .stored(_, let read) = content, !rest.isEmpty else { return true }
        let next = rest.prefix(Self.pieceBytes)
        guard let bytes = try read(next), bytes.count == next.count else { return false }
        piece = bytes
        rest = next.upperBound..<rest.upperBound
        return true
    }

    /// The piece was passed on.
    mutating func dropPiece() { piece = [] }
}

extension ServedFile {
    /// A name for content that has none: the same on every node and after every start.
    /// A client that finds two contents with one name misleads only itself.
    static func name(of bytes: [UInt8]) -> String {
        String(FNV1a(bytes).digest, radix: 16)
    }

    fileprivate var tag: String { Self.tag(of: name) }

    private static func tag(of name: String) -> String { "\"\(name)\"" }

    /// Whether the client has a file already.
    ///
    /// - Source: RFC 9110 §13.1.2: compared weakly.
    static func isKnown(_ name: String, to fields: HTTPFields) -> Bool {
        let tag = tag(of: name)
        return fields[values: .ifNoneMatch].contains { value in
            value.split(separator: ",").contains { candidate in
                let candidate = candidate.drop { $0 == " " }
                let end = candidate.lastIndex { $0 != " " }.map(candidate.index(after:))
                let trimmed = candidate[..<(end ?? candidate.startIndex)]
                return trimmed == "*" || trimmed == tag || trimmed == "W/\(tag)"
            }
        }
    }

    /// The head of the answer. Were a browser to take the bytes for a page, nothing in it ran.
    fileprivate func response(_ status: HTTPResponse.Status) -> HTTPResponse {
        var response = HTTPResponse(status: status)
        if status != .notModified {
            response.headerFields[.contentType] = contentType
            if case .stored = content { response.headerFields[.acceptRanges] = "bytes" }
        }
        response.headerFields[.cacheControl] = caching.rawValue
        response.headerFields[.eTag] = tag
        response.headerFields[.xContentTypeOptions] = "nosniff"
        response.headerFields[.contentSecurityPolicy] = "default-src 'none'; sandbox"
        if let storedAs {
            response.headerFields[.contentDisposition] = Self.disposition(storedAs)
        }
        return response
    }

    /// The name of the file for a browser: as it is, or in two forms, of which old clients take the
    /// first.
    ///
    /// - Source: RFC 6266 §4.1 to §4.3 and appendix D; RFC 8187 §3.2.
    static func disposition(_ name: String) -> String {
        let plain = String(
            String.UnicodeScalarView(name.unicodeScalars.map { isPlain($0) ? $0 : "_" }))
        guard plain != name else { return "attachment; filename=\"\(name)\"" }
        let escaped = name.utf8.map { byte in
            isAttribute(byte)
                ? String(UnicodeScalar(byte))
                : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(escaped.joined())"
    }

    /// Whether a character may stand between quotes for every client. Some decode "%".
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        (0x20...0x7E).contains(scalar.value) && !["\"", "\\", "%"].contains(scalar)
    }

    private static func isAttribute(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$&+-.^_`|~".utf8.contains(byte)
        }
    }
}
