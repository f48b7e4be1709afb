import Kernel
import Wire

/// What files a document may be: determined by their content, whatever a client calls them.
enum DocumentForm: Int64, Sendable {
    case pdf = 1
    case text = 2

    /// Where the mark of the end is looked for, from the end of a PDF.
    private static let tailBytes = 1_024

    /// - Throws: `.invalidField` for a file of no kind that is taken.
    init(of file: [UInt8]) throws(Refusal) {
        if Self.isPDF(file) {
            self = .pdf
        } else if Self.isText(file) {
            self = .text
        } else {
            throw Refusal(
                .invalidField, field: "document", "expected a PDF, or plain text in UTF-8")
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
    ///
    /// - Source: ISO 32000-1 §7.5.2, §7.5.5.
    private static func isPDF(_ file: [UInt8]) -> Bool {
        let (head, end) = (Array("%PDF-".utf8), Array("%%EOF".utf8))
        guard file.starts(with: head), file.count > head.count,
            [UInt8(ascii: "1"), UInt8(ascii: "2")].contains(file[head.count])
        else { return false }
        let tail = file.suffix(tailBytes)
        return tail.indices.contains { tail[$0...].starts(with: end) }
    }

    /// Whether it is UTF-8 without control characters but those of lines and tabs. What says that
    /// it is a PDF, and is none, is no text either.
    private static func isText(_ file: [UInt8]) -> Bool {
        guard !file.isEmpty, !file.starts(with: Array("%PDF-".utf8)),
            let text = String(validating: file, as: UTF8.self)
        else { return false }
        let allowed: Set<Unicode.Scalar> = ["\t", "\n", "\r", "\u{0C}"]
        return text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.generalCategory != .control || allowed.contains(scalar)
        }
    }
}
