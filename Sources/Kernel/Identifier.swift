/// A 64-bit id that knows what it identifies: a user's id is not accepted as a room's.
public struct Identifier<Entity>: RawRepresentable, Hashable, Sendable {
    /// The number itself, as it is stored. Never on the wire.
    public let rawValue: Int64

    /// Takes a number that is known to identify an `Entity`.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}

extension Identifier: ExpressibleByIntegerLiteral {
    /// For tests and constants.
    public init(integerLiteral value: Int64) { self.init(rawValue: value) }
}

extension Identifier: Comparable {
    /// Made earlier.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A person with an account.
public enum User {
    /// Which person.
    public typealias ID = Identifier<User>
}

extension Identifier<User> {
    /// No account has this id. It stands in for a user who does not exist, so that the same work is
    /// done as for one who does. No account reads its inbox.
    public static var nobody: Self { 0 }
}

/// Makes ids that ascend with time and never repeat: 41 bits of milliseconds since 2026, 10 bits
/// of node, 12 bits of counter.
///
/// A clock that is set back does no harm: ids continue from the last millisecond used.
public struct IdentifierSource: Sendable {
    /// 2026-01-01T00:00:00Z.
    static let epochMilliseconds: Int64 = 1_767_225_600_000

    private let node: Int64
    private var lastMillisecond: Int64 = 0
    private var counter: Int64 = 0

    /// - Parameters:
    ///   - last: the largest id known to be in use. A clock that was set back while the daemon was
    ///     down repeats no id.
    public init(node: Int, after last: Int64 = 0) {
        self.node = Int64(node & 1023)
        lastMillisecond = last >> 22
        counter = 4095
    }

    /// The next id is larger than `last`.
    mutating func goOn(after last: Int64) {
        guard last > self.last else { return }
        (lastMillisecond, counter) = (last >> 22, 4095)
    }

    /// An upper bound of the ids made so far.
    var last: Int64 { lastMillisecond << 22 | node << 12 | counter }

    /// The distance between ids that were made `duration` apart.
    public static func distance(_ duration: Duration) -> Int64 {
        Moment(unixMilliseconds: 0).advanced(by: duration).unixMilliseconds << 22
    }

    /// The smallest id that can be made at a time. An id may be larger than its time says, after a
    /// clock was set back.
    public static func smallest(at time: Moment) -> Int64 {
        guard time.unixMilliseconds > epochMilliseconds else { return 0 }
        return min(time.unixMilliseconds - epochMilliseconds, 1 << 41 - 1) << 22
    }

    /// The next id, larger than every one before it.
    public mutating func next<Entity>(at now: Moment) -> Identifier<Entity> {
        let millisecond = max(1, now.unixMilliseconds - Self.epochMilliseconds)
        if millisecond > lastMillisecond {
            (lastMillisecond, counter) = (millisecond, 0)
        } else if counter < 4095 {
            counter += 1
        } else {
            (lastMillisecond, counter) = (lastMillisecond + 1, 0)
        }
        return Identifier(rawValue: lastMillisecond << 22 | node << 12 | counter)
    }
}

/// The numbers by which users know a group, a duel or a project. They are drawn at random: they
/// reveal neither how many there are nor when others were made, and cannot be enumerated
/// (docs/decisions/0051).
public enum DrawnNumber {
    /// Smaller numbers were given out in order, before numbers were drawn. All fit a signed number
    /// of 32 bits.
    private static let numbers: Range<UInt32> = 1 << 24..<1 << 31
    /// The random bytes that one number takes.
    public static let byteCount = 4

    /// The number that these bytes give.
    public static func number(of bytes: [UInt8]) -> UInt32 {
        let chance = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return numbers.lowerBound + chance % UInt32(numbers.count)
    }
}

extension Transaction {
    /// A number for something new.
    ///
    /// - Parameter isTaken: whether another entity of the kind has the number.
    public func drawNumber(
        isTaken: (UInt32) throws(Refusal) -> Bool
    ) throws(Refusal) -> UInt32 {
        var number: UInt32
        repeat {
            number = DrawnNumber.number(of: randomBytes(DrawnNumber.byteCount))
        } while try isTaken(number)
        return number
    }
}

extension Swift.Sequence<UInt8> {
    /// Two lower-case hexadecimal digits for each byte.
    public var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        let text = flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}

extension FixedWidthInteger {
    /// The bytes of the number, the most significant one first.
    public var bigEndianBytes: [UInt8] {
        stride(from: Self.bitWidth - 8, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: self >> $0)
        }
    }
}
