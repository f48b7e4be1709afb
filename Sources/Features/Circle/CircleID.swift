import Kernel

/// Something that somebody did with a friend, on the circle.
enum Post {
    typealias ID = Identifier<Post>
}

/// What somebody has said about a post.
enum Comment {
    typealias ID = Identifier<Comment>
}

/// Makes the ids of posts and comments.
///
/// They ascend with time, so that a page begins behind one whether that is still there or not.
/// Unlike all other ids they are on the wire, and so they must not tell what else the server has
/// done in the same millisecond: instead of a count, chance makes them different.
enum CircleID {
    /// 2026-01-01T00:00:00Z.
    private static let epochMilliseconds: Int64 = 1_767_225_600_000

    /// - Parameters:
    ///   - last: what it has to be larger than: comments made in one millisecond keep their order.
    ///   - isTaken: whether there is one already: of 400 made in one millisecond, two are alike
    ///     once in fifty times.
    static func make<Entity>(
        in transaction: Transaction, after last: Identifier<Entity> = 0,
        isTaken: (Identifier<Entity>) throws(Refusal) -> Bool
    ) throws(Refusal) -> Identifier<Entity> {
        let millisecond = max(1, transaction.now.unixMilliseconds - epochMilliseconds)
        var id: Identifier<Entity>
        repeat {
            let chance = transaction.randomBytes(3).reduce(Int64(0)) { $0 << 8 | Int64($1) }
            let free = Identifier<Entity>(rawValue: millisecond << 22 | chance & 0x3F_FFFF)
            id = free > last ? free : Identifier(rawValue: last.rawValue &+ 1 &+ chance & 0xFF)
        } while try isTaken(id)
        return id
    }
}

extension Identifier {
    /// As the wire says it: 16 hexadecimal digits.
    var wireText: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: max(0, 16 - digits.count)) + digits
    }

    /// The id that is said so; nil when it is none.
    init?(wireText text: String) {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let letters = UInt8(ascii: "a")...UInt8(ascii: "f")
        guard text.utf8.count == 16,
            text.utf8.allSatisfy({ digits.contains($0) || letters.contains($0) }),
            let number = Int64(text, radix: 16)
        else { return nil }
        self.init(rawValue: number)
    }
}
