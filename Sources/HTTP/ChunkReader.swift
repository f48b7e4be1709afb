internal import HTTPTypes

/// Takes the data out of a chunked body, and drops everything else that is in it.
///
/// Strict, because lenient readers of chunks are how requests are smuggled: a size is hexadecimal
/// digits and nothing else, each line ends with CRLF, and no blank stands around a size.
///
/// - Memory: none; the data goes to the caller.
/// - Source: RFC 9112 §7.1
struct ChunkReader {
    /// How far a body has come.
    enum Progress {
        /// More bytes are needed.
        case partial
        /// The next chunk would bring the body over what is allowed. Nothing of it was read.
        case over(bytes: Int)
        /// The body has its last byte.
        case whole
    }

    /// Where the next byte stands.
    private enum Position {
        case size, sizeReturn
        /// In what follows a semicolon.
        case chunkExtension
        /// Before the first byte of a chunk.
        case chunk
        case data, dataEnd, dataReturn
        /// At the first byte of a line after the last chunk.
        case trailer
        case trailerName, trailerValue, trailerReturn
        case finalReturn, end
    }

    /// More digits than any size needs.
    private static let sizeDigitsMax = 15

    private var position = Position.size
    private var digitCount = 0
    /// What the current chunk still lacks.
    private var missing = 0
    /// The bytes of extensions and trailers so far.
    private var extraBytes = 0
    private var trailerLines = 0

    /// Moves data from `input` to `body`, up to the end of the body.
    ///
    /// - Parameter bytesMax: what the body may have.
    mutating func read(
        _ input: inout UnsafeRawBufferPointer, into body: inout [UInt8], bytesMax: Int,
        _ limits: HTTPLimits
    ) throws(HTTPViolation) -> Progress {
        while position != .end {
            if position == .chunk {
                guard missing <= bytesMax - body.count else {
                    return .over(bytes: body.count + missing)
                }
                position = missing == 0 ? .trailer : .data
            }
            guard let byte = input.first else { return .partial }
            if position == .data {
                let piece = input.prefix(missing)
                body.append(contentsOf: piece)
                missing -= piece.count
                input = UnsafeRawBufferPointer(rebasing: input.dropFirst(piece.count))
                if missing == 0 { position = .dataEnd }
            } else {
                position = try position(after: byte, limits)
                input = UnsafeRawBufferPointer(rebasing: input.dropFirst())
            }
        }
        return .whole
    }

    private mutating func position(
        after byte: UInt8, _ limits: HTTPLimits
    ) throws(HTTPViolation) -> Position {
        switch position {
        case .size: return try afterSize(byte)
        case .chunkExtension:
            try count(limits)
            return try line(byte, endsWith: .sizeReturn) ?? .chunkExtension
        case .sizeReturn: return try lineFeed(byte, before: .chunk)
        case .dataEnd:
            guard byte == .carriageReturn else { throw .malformed("chunk longer than its size") }
            return .dataReturn
        case .dataReturn:
            (digitCount, missing) = (0, 0)
            return try lineFeed(byte, before: .size)
        case .trailer where byte == .carriageReturn: return .finalReturn
        case .trailer, .trailerName: return try afterTrailerName(byte, limits)
        case .trailerValue:
            try count(limits)
            return try line(byte, endsWith: .trailerReturn) ?? .trailerValue
        case .trailerReturn: return try lineFeed(byte, before: .trailer)
        case .finalReturn: return try lineFeed(byte, before: .end)
        case .chunk, .data, .end: return position
        }
    }

    /// chunk-size is 1*HEXDIG: no sign, no blank, no prefix.
    private mutating func afterSize(_ byte: UInt8) throws(HTTPViolation) -> Position {
        if let digit = byte.hexDigitValue {
            digitCount += 1
            guard digitCount <= Self.sizeDigitsMax else { throw .malformed("size of a chunk") }
            missing = missing << 4 | digit
            return .size
        }
        guard digitCount > 0 else { throw .malformed("size of a chunk") }
        switch byte {
        case .carriageReturn: return .sizeReturn
        case UInt8(ascii: ";"): return .chunkExtension
        default: throw .malformed("size of a chunk")
        }
    }

    private mutating func afterTrailerName(
        _ byte: UInt8, _ limits: HTTPLimits
    ) throws(HTTPViolation) -> Position {
        try count(limits)
        if position == .trailer {
            guard trailerLines < limits.fieldLinesMax else {
                throw HTTPViolation(
                    .requestHeaderFieldsTooLarge, "too many field lines", limit: .fieldLines)
            }
            trailerLines += 1
        } else if byte == .colon {
            return .trailerValue
        }
        guard byte.isTokenCharacter else { throw .malformed("field name is not a token") }
        return .trailerName
    }

    /// One more byte of what is dropped.
    private mutating func count(_ limits: HTTPLimits) throws(HTTPViolation) {
        guard extraBytes < limits.headBytesMax else {
            throw HTTPViolation(
                .requestHeaderFieldsTooLarge, "extensions and trailers of a body too long",
                limit: .headBytes)
        }
        extraBytes += 1
    }

    /// - Returns: nil while the line goes on.
    private func line(
        _ byte: UInt8, endsWith end: Position
    ) throws(HTTPViolation) -> Position? {
        if byte == .carriageReturn { return end }
        guard !byte.isControl else { throw .malformed("control character or lone line end") }
        return nil
    }

    private func lineFeed(
        _ byte: UInt8, before next: Position
    ) throws(HTTPViolation) -> Position {
        guard byte == .lineFeed else { throw .malformed("CR without LF") }
        return next
    }
}

extension UInt8 {
    fileprivate var hexDigitValue: Int? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(self - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(self - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(self - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
