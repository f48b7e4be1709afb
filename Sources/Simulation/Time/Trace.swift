import Kernel

/// What happened in a world: a fingerprint of all of it, and the last lines for a person.
///
/// The same seed gives the same fingerprint: were it not so, a failure that was found could not be
/// looked at again.
struct Trace {
    private static let linesMax = 20_000

    /// Of everything that was noted.
    var hash: UInt64 { fingerprint.digest }
    private var fingerprint = FNV1a()
    private var lines: [String] = []
    private var next = 0
    private let keepsLines: Bool

    /// - Parameter keepsLines: whether the lines are wanted; writing them takes time.
    init(keepsLines: Bool) { self.keepsLines = keepsLines }

    /// Notes that something happened.
    ///
    /// - Parameters:
    ///   - kind: what, as a word.
    ///   - bytes: all that matters of it.
    ///   - text: the same for a person.
    mutating func note(
        _ now: Duration, _ kind: StaticString, _ bytes: some Swift.Sequence<UInt8> = [],
        _ text: @autoclosure () -> String = ""
    ) {
        let (seconds, attoseconds) = now.components
        mix(UInt64(bitPattern: seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000))
        kind.withUTF8Buffer { for byte in $0 { mix(byte) } }
        for byte in bytes { mix(byte) }
        guard keepsLines else { return }
        let milliseconds = Int(now / .milliseconds(1))
        add("\(milliseconds / 1000).\(Self.padded(milliseconds % 1000))  \(kind) \(text())")
    }

    /// The last lines, oldest first.
    var story: [String] { Array(lines[next...] + lines[..<next]) }

    private mutating func add(_ line: String) {
        if lines.count < Self.linesMax { return lines.append(line) }
        lines[next] = line
        next = (next + 1) % Self.linesMax
    }

    private mutating func mix(_ number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) {
            mix(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }

    private mutating func mix(_ byte: UInt8) {
        fingerprint.mix(byte)
    }

    private static func padded(_ number: Int) -> String {
        String(repeating: "0", count: 3 - String(number).count) + String(number)
    }
}
