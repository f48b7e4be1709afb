internal import HTTPTypes

/// Writes one field line. Source: RFC 9112 §5
enum FieldWriter {
    static func append(_ field: HTTPField, to output: inout [UInt8]) {
        output.append(contentsOf: field.name.rawName.utf8)
        output.append(contentsOf: ": ".utf8)
        // SAFETY: the bytes are copied before the closure returns.
        field.withUnsafeBytesOfValue { output.append(contentsOf: $0) }
        output.append(contentsOf: "\r\n".utf8)
    }
}
