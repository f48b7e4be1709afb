import Kernel
import Wire

/// What files a document may be: determined by their content, whatever a client calls them.
enum DocumentForm: Int64, Sendable {
    case pdf = 1
    case text = 2

    /// Where the mark of the end is looked for, from the end of a PDF.
    private static let tailBytes = 1_024
    private static let head = Array("%PDF-".utf8)
    private static let pieceBytes = 65_536

    /// - Throws: `.invalidField` for a file of no kind that is taken.
    init(of file: [UInt8]) throws(Refusal) {
        try self.init(ofSize: file.count) { Array(file[$0]) }
    }

    /// - Parameter read: reads a part of the file.
    /// - Throws: `.invalidField` for a file of no kind that is taken; what `read` throws.
    init(
        ofSize size: Int, reading read: (Range<Int>) throws(Refusal) -> [UInt8]
    ) throws(Refusal) {
        let head = try read(0..<min(size, Self.head.count + 1))
        if head.starts(with: Self.head) {
            let tail = try read(max(0, size - Self.tailBytes)..<size)
            guard Self.isPDF(head: head, tail: tail) else { throw .noDocument }
            self = .pdf
        } else {
            guard size > 0 else { throw .noDocument }
            var text = TextCheck()
            for start in stride(from: 0, to: size, by: Self.pieceBytes) {
                let piece = try read(start..<min(start + Self.pieceBytes, size))
                guard text.accepts(piece) else { throw .noDocument }
            }
            guard text.isComplete else { throw .noDocument }
            self = .text
        }
    }

    /// As HTTP says it.
    var contentType: String {
        switch self {
        case .pdf: "application/pdf"
        case .text: "text/plain; charset=utf-8"
        }
    }

    /// How the names of such files end.
    var ending: String {
        switch self {
        case .pdf: "pdf"
        case .text: "txt"
        }
    }

    /// Whether it begins and ends as one; nothing between is looked at, and nothing is ever run.
    /// What begins as one, and is none, is no text either.
    ///
    /// - Source: ISO 32000-1 §7.5.2, §7.5.5.
    private static func isPDF(head: [UInt8], tail: [UInt8]) -> Bool {
        let versions = [UInt8(ascii: "1"), UInt8(ascii: "2")]
        return head.last.map(versions.contains) == true && head.count > Self.head.count
            && tail.indices.contains { tail[$0...].starts(with: "%%EOF".utf8) }
    }
}

/// Whether a text is UTF-8 without control characters but those of lines and tabs, piece by piece.
private struct TextCheck {
    private static let allowed: Set<Unicode.Scalar> = ["\t", "\n", "\r", "\u{0C}"]
    /// The bytes of a scalar whose rest is in the next piece.
    private var rest: [UInt8] = []

    /// Whether no scalar was left incomplete.
    var isComplete: Bool { rest.isEmpty }

    mutating func accepts(_ piece: [UInt8]) -> Bool {
        let bytes = rest + piece
        let end = Self.endOfScalars(in: bytes)
        rest = Array(bytes[end...])
        guard let text = String(validating: bytes[..<end], as: UTF8.self) else { return false }
        return text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.generalCategory != .control || Self.allowed.contains(scalar)
        }
    }

    /// Where the last scalar begins, if it is incomplete; otherwise the end.
    private static func endOfScalars(in bytes: [UInt8]) -> Int {
        for (distance, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return length > distance + 1 ? bytes.count - distance - 1 : bytes.count
        }
        return bytes.count
    }
}

extension Refusal {
    fileprivate static let noDocument = Refusal(
        .invalidField, field: "document", "expected a PDF, or plain text in UTF-8")
}
