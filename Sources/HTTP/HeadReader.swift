internal import HTTPTypes

/// Gathers the bytes of one head, up to and including the empty line that ends it.
///
/// It knows lines, and nothing of what stands in them. Everything that a lenient reader might
/// take for a line end (a lone CR or LF, a folded line) is refused at that very byte.
///
/// - Memory: the bytes of a partial head, at most `headBytesMax`.
struct HeadReader {
    /// Where the next byte stands.
    private enum Position {
        /// At the first byte; empty lines are skipped here (RFC 9112 §2.2).
        case start, startReturn
        /// At the first byte of the start line, when an empty line came before it.
        case startLine
        /// Inside a line, or after the CR that ends it.
        case line, lineReturn
        /// At the first byte of a line after the start line, or after the CR of the empty line.
        case nextLine, finalReturn
        case end
    }

    private var position = Position.start
    private var fieldLineCount = 0
    private var head: [UInt8] = []

    /// Whether no byte of a head has come, but perhaps empty lines.
    var isIdle: Bool { [.start, .startReturn, .startLine].contains(position) }

    /// Consumes `input` up to the end of the head.
    ///
    /// - Returns: the head from its start line to its empty line; `nil` while it is partial.
    mutating func read(
        _ input: inout UnsafeRawBufferPointer, _ limits: HTTPLimits
    ) throws(HTTPViolation) -> [UInt8]? {
        var count = 0
        while count < input.count, position != .end {
            do throws(HTTPViolation) {
                guard head.count + count < limits.headBytesMax else { throw tooLong }
                position = try position(after: input[count], limits)
            } catch {
                throw error.answering(head + input.prefix(count))
            }
            count += 1
            // Most bytes of a head.
            let end = min(input.count, limits.headBytesMax - head.count)
            while position == .line, count < end, !input[count].isControl { count += 1 }
        }
        head.append(contentsOf: input.prefix(count))
        input = UnsafeRawBufferPointer(rebasing: input.dropFirst(count))
        guard position == .end else { return nil }
        defer { self = HeadReader() }
        return head
    }

    private var tooLong: HTTPViolation {
        let isPastStartLine =
            fieldLineCount > 0 || position == .nextLine || position == .finalReturn
        return isPastStartLine
            ? HTTPViolation(.requestHeaderFieldsTooLarge, "head too long", limit: .headBytes)
            : HTTPViolation(.uriTooLong, "start line too long", limit: .headBytes)
    }

    private mutating func position(
        after byte: UInt8, _ limits: HTTPLimits
    ) throws(HTTPViolation) -> Position {
        switch position {
        case .start where byte == .carriageReturn, .startLine where byte == .carriageReturn:
            return .startReturn
        case .start where byte == .lineFeed, .startLine where byte == .lineFeed: return .startLine
        case .startReturn: return try lineFeed(byte, before: .startLine)
        case .line where byte == .carriageReturn: return .lineReturn
        case .lineReturn: return try lineFeed(byte, before: .nextLine)
        case .nextLine where byte == .carriageReturn: return .finalReturn
        case .finalReturn: return try lineFeed(byte, before: .end)
        case .nextLine: try beginFieldLine(byte, limits)
        case .start, .startLine, .line, .end: break
        }
        // RFC 9112 §2.2 (lone CR), RFC 9110 §5.5 (CR, LF, NUL in a value).
        guard !byte.isControl else { throw .malformed("control character or lone line end") }
        return .line
    }

    private func lineFeed(
        _ byte: UInt8, before next: Position
    ) throws(HTTPViolation) -> Position {
        guard byte == .lineFeed else { throw .malformed("CR without LF") }
        return next
    }

    private mutating func beginFieldLine(
        _ byte: UInt8, _ limits: HTTPLimits
    ) throws(HTTPViolation) {
        // RFC 9112 §5.2: a server refuses obs-fold.
        guard !byte.isBlank else { throw .malformed("folded field line") }
        guard fieldLineCount < limits.fieldLinesMax else {
            throw HTTPViolation(
                .requestHeaderFieldsTooLarge, "too many field lines", limit: .fieldLines)
        }
        fieldLineCount += 1
    }
}
