import Files
import Pictures
import TestSupport
import Testing

@testable import Media

/// A process that decodes a picture has read bytes of a peer: what it writes may be a lie.
@Suite(.timeLimit(.minutes(10))) struct `The results of a picture worker` {
    private let files = TestFiles()
    /// What an honest one writes.
    private static let honest = PictureWorker.results(
        of: TestPicture.file(.png, width: 700, height: 500) { x, y in
            Int32((x & 255) << 16 | y & 255)
        })

    private func failure(of pieces: [ArraySlice<UInt8>]) -> MediaFailure? {
        let taker = PictureTaker(files.stored)
        do throws(MediaFailure) {
            for piece in pieces { try taker.append(piece) }
            _ = try taker.finish()
            return nil
        } catch {
            return error
        }
    }

    private func failure(of bytes: [UInt8]) -> MediaFailure? { failure(of: [bytes[...]]) }

    private static func lie(_ text: String) -> MediaFailure {
        .failed(reason: "picture-worker: \(text)")
    }

    @Test func `are read in every split`() {
        let all = Self.honest
        for cut in 0...min(all.count, 900) {
            #expect(failure(of: [all[..<cut], all[cut...]]) == nil, "at \(cut)")
        }
        #expect(failure(of: all.indices.map { all[$0...$0] }) == nil)
    }

    @Test func `that end early are a lie`() {
        for count in 0..<Self.honest.count where count % 97 == 0 || count < 60 {
            let lie = failure(of: Array(Self.honest.prefix(count)))
            #expect(lie == Self.lie("fewer bytes than promised"), "\(count)")
        }
        #expect(files.count == 0)
    }

    @Test func `that go on are a lie`() {
        #expect(failure(of: Self.honest + [0]) == Self.lie("more bytes than promised"))
    }

    @Test func `of an unknown outcome are a lie`() {
        for first in UInt8(PictureResults.Outcome.allCases.count)...255 {
            #expect(
                failure(of: [first] + Self.honest.dropFirst()) == Self.lie("an unknown outcome"))
        }
        for outcome in PictureResults.Outcome.allCases where outcome != .made {
            #expect(failure(of: [outcome.rawValue]) == outcome.failure)
        }
    }

    /// Each number of the head, at its bounds and beyond.
    @Test func `beyond their bounds are a lie`() {
        let beyond = Self.lie("a picture beyond its bounds")
        for (place, values) in [
            (1, [UInt32(0), 2_561, .max]), (5, [0, 2_561, .max]), (9, [0, (2 << 20) + 1, .max]),
        ] {
            for value in values {
                var lie = Self.honest
                lie.replaceSubrange((1 + place)..<(5 + place), with: Self.bytes(value))
                #expect(failure(of: lie) == beyond, "\(place): \(value)")
            }
        }
        for form: UInt8 in [0, 3, 255] {
            var lie = Self.honest
            lie[1] = form
            #expect(failure(of: lie) == beyond)
        }
    }

    @Test func `of another size or form than stated are a lie`() {
        let other = Self.lie("no picture of the stated size")
        for (place, value) in [(1, UInt32(699)), (5, 501)] {
            var lie = Self.honest
            lie.replaceSubrange((1 + place)..<(5 + place), with: Self.bytes(value))
            #expect(failure(of: lie) == other)
        }
        var lie = Self.honest
        lie[1] = 2
        #expect(failure(of: lie) == other)
    }

    @Test func `that are no picture, or have no end, are a lie`() {
        let other = Self.lie("no picture of the stated size")
        let head = Array(Self.honest[2..<10])
        for content in ["<html>", "\u{FF}", "GIF89a", String(repeating: "x", count: 9_000)] {
            let bytes = Array(content.utf8)
            let lie = [0, 1] + head + Self.bytes(UInt32(bytes.count)) + bytes
            #expect(failure(of: lie) == other)
        }
        let count = Int(Self.honest[12]) << 8 | Int(Self.honest[13])
        #expect(Self.honest[10] == 0 && Self.honest[11] == 0)
        var endless = Self.honest
        endless[14 + count - 1] = 0
        #expect(failure(of: endless) == other)
        #expect(files.count == 0)
    }

    @Test func `of any bytes trap nothing`() {
        var chance = SeededGenerator(seed: 5)
        for _ in 0..<3_000 {
            var changed = Array(Self.honest.prefix(Self.honest.count - chance.below(40)))
            for _ in 0...chance.below(3) {
                changed[chance.below(min(changed.count, 700))] = UInt8(chance.below(256))
            }
            let cut = chance.below(changed.count)
            _ = failure(of: [changed[..<cut], changed[cut...]])
        }
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// As a process whose code was taken over.
    @Test(arguments: [
        ("", "fewer bytes than promised"),
        (
            "import sys; sys.stdout.buffer.write(b'\\0' + b'\\1' * 99)",
            "a picture beyond its bounds"
        ),
        ("raise SystemExit(1)", "it ended with 1"),
        ("import os; os.abort()", "signal 6 ended it"),
        ("import time; time.sleep(3600)", "it took too long"),
        ("import sys\nwhile True: sys.stdout.buffer.write(b'\\0' * 65536)", "beyond its bounds"),
    ])
    func `of a program that lies, crashes or hangs have failed`(
        code: String, reason: String
    ) throws {
        var programs = MediaPrograms.patient
        programs.pictures = ["/usr/bin/python3", "-c", code]
        if code.contains("sleep") { programs.timeLimit = .seconds(1) }
        let file = try files.uploaded(TestPicture.file(.jpeg))
        #expect {
            try ConfinedMedia(programs).picture(of: file, in: files.stored)
        } throws: { error in
            guard case MediaFailure.failed(let said) = error else { return false }
            return said.hasPrefix("picture-worker: ") && said.hasSuffix(reason)
        }
        #expect(files.count == 1)
    }
}
