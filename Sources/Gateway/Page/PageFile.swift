import HTTP
package import HTTPTypes
import Kernel

/// A file of the page, with everything that an answer needs.
package struct PageFile: Sendable {
    /// It in one coding.
    package struct Form: Sendable {
        /// Identifies its bytes, in the entity tag.
        package let name: String
        package let bytes: [UInt8]
        /// The head of an answer with them.
        package let whole: HTTPResponse
        /// The head for a client that has them: 304.
        package let known: HTTPResponse
    }

    private let forms: [(coding: ContentCoding, form: Form)]
    private let plain: Form
    private let codings: [ContentCoding]
    /// Whether it is the page itself, which opens a WebSocket.
    package let isDocument: Bool

    /// - Parameters:
    ///   - plain: it as it is.
    ///   - packed: it in other codings.
    ///   - type: what it is, as HTTP says it.
    ///   - isForever: whether its name stands for these bytes alone.
    ///   - fields: those of every answer.
    init(
        _ plain: [UInt8], packed: [ContentCoding: [UInt8]] = [:], type: String,
        isForever: Bool = false, isDocument: Bool = false, _ fields: HTTPFields
    ) {
        self.isDocument = isDocument
        var fields = fields
        fields[.cacheControl] = isForever ? "public, max-age=31536000, immutable" : "no-cache"
        if !packed.isEmpty { fields[.vary] = "Accept-Encoding" }
        self.plain = Form(plain, .identity, type: type, fields)
        forms = packed.map { coding, bytes in
            (coding, Form(bytes, coding, type: type, fields))
        }
        codings = forms.map(\.coding)
    }

    /// The form that suits a client best.
    package func form(for fields: HTTPFields) -> Form {
        guard !codings.isEmpty else { return plain }
        let coding = fields.preferredCoding(of: codings)
        return forms.first { $0.coding == coding }?.form ?? plain
    }
}

extension PageFile.Form {
    fileprivate init(
        _ bytes: [UInt8], _ coding: ContentCoding, type: String, _ fields: HTTPFields
    ) {
        // The tag tells the codings of one file apart, too: RFC 9110 §8.8.3.3.
        name = String(FNV1a(bytes).digest, radix: 16)
        self.bytes = bytes
        var whole = HTTPResponse(status: .ok, headerFields: fields)
        whole.headerFields[.eTag] = "\"\(name)\""
        known = HTTPResponse(status: .notModified, headerFields: whole.headerFields)
        whole.headerFields[.contentType] = type
        if coding != .identity { whole.headerFields[.contentEncoding] = coding.rawValue }
        self.whole = whole
    }
}
