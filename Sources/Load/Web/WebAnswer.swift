import HTTP
import HTTPTypes

/// Reads the answers of one connection that asks one thing at a time.
struct WebAnswer {
    private var parser = ResponseParser()
    private var status = 0
    /// Seconds after which it is worth another try, as the last answer has it.
    private(set) var retryAfter: Int?
    /// Bytes of the body that have not come; nil before the end of the head.
    private var missing: Int?

    /// Takes bytes as they come.
    ///
    /// - Returns: the status, with the last byte of an answer.
    mutating func take(_ bytes: UnsafeRawBufferPointer) throws(LoadFailure) -> Int? {
        var rest = bytes
        var length = missing
        if length == nil {
            switch parser.next(&rest) {
            case nil: return nil
            case .violation(let violation)?:
                throw LoadFailure("the server broke HTTP: \(violation.reason)")
            case .response(let response)?:
                status = response.status.code
                retryAfter = response.headerFields[.retryAfter].flatMap { Int($0) }
                length = response.headerFields[.contentLength].flatMap { Int($0) } ?? 0
            }
        }
        let left = (length ?? 0) - rest.count
        guard left >= 0 else { throw LoadFailure("the server answered more than was asked") }
        missing = left == 0 ? nil : left
        return left == 0 ? status : nil
    }
}
