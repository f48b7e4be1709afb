import Foundation
import Glibc
import TestSupport
import Testing

@testable import Confinement

@Suite struct `Pieces for a confined program` {
    private static func shell(_ script: String) -> ConfinedProgram {
        var program = ConfinedProgram(["/bin/sh", "-c", script])
        program.limits.time = .seconds(600)
        program.limits.outputBytesMax = 64 << 20
        return program
    }

    /// Gives pieces of 64 KiB, and counts those that were asked for.
    private final class Tape {
        let pieceCount: Int
        private(set) var given = 0

        init(_ pieceCount: Int) { self.pieceCount = pieceCount }

        func next() -> [UInt8] {
            guard given < pieceCount else { return [] }
            given += 1
            return [UInt8](repeating: UInt8(truncatingIfNeeded: given), count: 65_536)
        }
    }

    @Test func `come and go while it runs, whatever the pipes hold`() throws {
        let tape = Tape(300)
        var program = Self.shell("exec cat")
        program.input = .pieces { tape.next() }
        var (count, largest, isInOrder) = (0, 0, true)
        try program.run(taking: { piece in
            for (place, byte) in piece.enumerated() {
                isInOrder =
                    isInOrder && byte == UInt8(truncatingIfNeeded: (count + place) / 65_536 + 1)
            }
            count += piece.count
            largest = max(largest, piece.count)
        })
        #expect(count == 300 * 65_536 && isInOrder && largest <= 65_536)
    }

    @Test func `are not read before there is room for them`() throws {
        let tape = Tape(300)
        var program = ConfinedProgram([
            "/usr/bin/python3", "-c",
            "import os, time; os.write(1, os.read(0, 10)); time.sleep(1)",
        ])
        program.limits.time = .seconds(600)
        program.input = .pieces { tape.next() }
        #expect(try program.run().count == 10)
        #expect(tape.given < 10)
    }

    @Test func `may be none`() throws {
        var program = Self.shell("exec cat")
        program.input = .pieces { [] }
        #expect(try program.run() == [])
    }

    @Test func `that it does not read are no failure`() throws {
        let tape = Tape(300)
        var program = Self.shell("exec <&-; echo done")
        program.input = .pieces { tape.next() }
        #expect(try program.run() == Array("done\n".utf8))
    }

    @Test func `can be a file, in which it goes back`() throws {
        let tape = Tape(3)
        var program = ConfinedProgram([
            "/usr/bin/python3", "-c",
            "f = open('/dev/fd/3', 'rb'); f.seek(-1, 2); a = f.read(); f.seek(0); "
                + "print(a, f.read(1), f.seek(0, 2))",
        ])
        program.limits.time = .seconds(600)
        program.files = [.pieces { tape.next() }]
        #expect(try program.run() == Array("b'\\x03' b'\\x01' 196608\n".utf8))
    }

    @Test func `come from two outputs, each to its own`() throws {
        var program = Self.shell(
            """
            i=0; while [ $i -lt 3000 ]; do i=$((i+1))
            echo one one one one one one one one; echo two two two two two two two two >&4; done
            """)
        program.files = [.bytes([1])]
        var (first, second) = ([UInt8](), [UInt8]())
        try program.run(taking: { first += $0 }, second: { second += $0 })
        #expect(first.count == 96_000 && second.count == 96_000)
        #expect(Set(first) == Set("one \n".utf8) && Set(second) == Set("two \n".utf8))
    }

    @Test func `of a second output are limited, too`() {
        var program = Self.shell("while :; do echo flood flood flood flood >&3; done")
        program.limits.outputBytesMax = 100_000
        #expect(throws: ConfinementFailure.failed("it said too much")) {
            try program.run(taking: { _ in }, second: { _ in })
        }
    }

    @Test func `end it when they cannot be given or taken`() {
        var program = Self.shell("exec cat")
        program.input = .pieces { () throws(ConfinementFailure) in throw .stopped }
        #expect(throws: ConfinementFailure.stopped) { try program.run() }
        let tape = Tape(300)
        program.input = .pieces { tape.next() }
        #expect(throws: ConfinementFailure.stopped) {
            try program.run(taking: { (_) throws(ConfinementFailure) in throw .stopped })
        }
        #expect(tape.given < 300)
    }

    @Test func `that never come hold it no longer than its time`() {
        var program = Self.shell("exec sleep 3600")
        let tape = Tape(300)
        (program.input, program.limits.time) = (.pieces { tape.next() }, .milliseconds(200))
        #expect(throws: ConfinementFailure.failed("it took too long")) { try program.run() }
    }

    @Test func `leave no descriptor open`() throws {
        func count() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }
        // Other tests open and close some meanwhile.
        var least = Int.max
        for _ in 0..<40 {
            let before = try count()
            var program = Self.shell("exec cat")
            let tape = Tape(1)
            (program.input, program.files) = (.pieces { tape.next() }, [.bytes([1])])
            try program.run(taking: { _ in }, second: { _ in })
            least = min(least, try count() - before)
        }
        #expect(least <= 0)
    }
}
