import HTTPTypes
import Kernel
import Synchronization
import Testing

@testable import Gateway

/// Answers to requests for files: their heads, and bodies in pieces.
@Suite struct `The answer to a request for a file` {
    private static let bytes = (0..<200_000).map { (place: Int) -> UInt8 in
        UInt8(truncatingIfNeeded: place &* 7 &+ place / 251)
    }
    private static let stored = ServedFile(
        name: "x", contentType: "a/b",
        .stored(size: bytes.count) { range in Array(bytes[range]) })
    private static let inMemory = ServedFile(name: "x", contentType: "a/b", .bytes(bytes))

    private static func get(_ fields: HTTPFields = [:]) -> HTTPRequest {
        HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/", headerFields: fields)
    }

    /// All pieces.
    private static func pieces(of answer: FileAnswer) throws -> [[UInt8]] {
        var answer = answer
        var pieces: [[UInt8]] = []
        repeat {
            try #require(try answer.readPiece())
            pieces.append(answer.piece)
        } while !answer.isComplete
        return pieces
    }

    @Test func `has all of a stored file, 64 KiB at a time`() throws {
        let answer = FileAnswer(Self.stored, to: Self.get())
        #expect(answer.piece == [] && answer.length == Self.bytes.count)
        let pieces = try Self.pieces(of: answer)
        #expect(pieces.map(\.count) == [65_536, 65_536, 65_536, 3_392])
        #expect(pieces.joined().elementsEqual(Self.bytes))
        #expect(answer.head.status == .ok && answer.head.headerFields[.acceptRanges] == "bytes")
        #expect(answer.head.headerFields[.contentRange] == nil)
    }

    /// A part would be a copy for each client.
    @Test(arguments: [[:], [.range: "bytes=1-5"], [.range: "bytes=200000-"]] as [HTTPFields])
    func `has all of a file in memory, at once`(fields: HTTPFields) throws {
        var answer = FileAnswer(Self.inMemory, to: Self.get(fields))
        #expect(answer.isComplete && answer.piece == Self.bytes)
        #expect(answer.head.status == .ok && answer.head.headerFields[.acceptRanges] == nil)
        #expect(try answer.readPiece() && answer.piece == Self.bytes)
    }

    @Test func `has a part of a stored file`() throws {
        let answer = FileAnswer(Self.stored, to: Self.get([.range: "bytes=65530-131080"]))
        #expect(answer.head.status == .partialContent && answer.length == 65_551)
        #expect(answer.head.headerFields[.contentRange] == "bytes 65530-131080/200000")
        #expect(answer.head.headerFields[.eTag] == "\"x\"")
        #expect(try Self.pieces(of: answer).joined().elementsEqual(Self.bytes[65_530...131_080]))
    }

    @Test func `refuses a part behind the end of a stored file`() throws {
        let answer = FileAnswer(Self.stored, to: Self.get([.range: "bytes=200000-"]))
        #expect(answer.head.status == .rangeNotSatisfiable && answer.isComplete)
        #expect(answer.head.headerFields[.contentRange] == "bytes */200000")
        #expect(answer.length == answer.piece.count)
        #expect(String(decoding: answer.piece, as: UTF8.self).contains(#""field":"Range""#))
    }

    @Test(arguments: [stored, inMemory])
    func `has no body when the client has the file`(file: ServedFile) throws {
        for fields: HTTPFields in [
            [.ifNoneMatch: "\"x\""], [.ifNoneMatch: "W/\"x\"", .range: "bytes=5-6"],
        ] {
            let answer = FileAnswer(file, to: Self.get(fields))
            #expect(answer.head.status == .notModified && answer.length == 0)
            #expect(answer.isComplete && answer.piece == [])
            #expect(answer.head.headerFields[.contentRange] == nil)
        }
    }

    @Test func `ends when the file was removed, or has become shorter`() throws {
        let isThere = Mutex(true)
        let file = ServedFile(
            name: "x", contentType: "a/b",
            .stored(size: 100_000) { range in
                isThere.withLock { $0 } ? [UInt8](repeating: 1, count: range.count) : nil
            })
        var answer = FileAnswer(file, to: Self.get())
        #expect(try answer.readPiece())
        isThere.withLock { $0 = false }
        #expect(try !answer.readPiece())
        let shorter = ServedFile(
            name: "x", contentType: "a/b",
            .stored(size: 100) { range in [UInt8](repeating: 1, count: range.count - 1) })
        var short = FileAnswer(shorter, to: Self.get())
        #expect(try !short.readPiece())
    }

    @Test func `is empty for an empty file`() throws {
        let file = ServedFile(name: "x", contentType: "a/b", .stored(size: 0) { _ in [] })
        var answer = FileAnswer(file, to: Self.get())
        #expect(try answer.readPiece())
        #expect(answer.isComplete && answer.length == 0 && answer.head.status == .ok)
    }
}
