import Kernel
import Testing

@Suite struct `A statement` {
    @Test func `binds what is interpolated, and never makes it text`() {
        let name = "'; DROP TABLE account; --"
        let sql: SQL = "SELECT id FROM account WHERE username = \(name) AND id > \(Int64(7))"
        #expect(sql.text == "SELECT id FROM account WHERE username = ? AND id > ?")
        #expect(sql.binds == [.text(name), .integer(7)])
    }

    @Test func `has a bind for each kind of value`() {
        let sql: SQL = """
            \(Int64.min) \(UInt32.max) \("text") \([1, 2] as [UInt8]) \
            \(Identifier<User>(rawValue: 9)) \
            \(Moment(unixMilliseconds: -5)) \(true) \(false)
            """
        #expect(sql.text == "? ? ? ? ? ? ? ?")
        let binds: [SQL.Value] = [
            .integer(.min), .integer(4_294_967_295), .text("text"), .blob([1, 2]), .integer(9),
            .integer(-5), .integer(1), .integer(0),
        ]
        #expect(sql.binds == binds)
    }

    @Test func `without values is its text`() {
        let sql: SQL = "SELECT '?'"
        #expect(sql.text == "SELECT '?'")
        #expect(sql.binds == [])
    }

    @Test func `takes in a part of another, and its binds where they stand`() {
        let part: SQL = "WHERE name = \("ana")"
        let sql: SQL = "SELECT \(Int64(1)) FROM room \(part) LIMIT \(Int64(2))"
        #expect(sql.text == "SELECT ? FROM room WHERE name = ? LIMIT ?")
        #expect(sql.binds == [.integer(1), .text("ana"), .integer(2)])
    }

    private static func first(_ id: Int64) -> SQL { "SELECT 1 FROM room WHERE id = \(id)" }
    private static func second(_ id: Int64) -> SQL { "SELECT 2 FROM room WHERE id = \(id)" }

    @Test func `is the same statement whatever its values, and another with other words`() {
        #expect(Self.first(1).words == Self.first(2).words)
        #expect(Self.first(1).words.hashValue == Self.first(2).words.hashValue)
        #expect(Self.first(1).words != Self.second(1).words)
        #expect(Self.first(1).words != Self.first(1).reworded("SELECT 3").words)
        #expect(
            Self.first(1).reworded("SELECT 3").words == Self.second(2).reworded("SELECT 3").words)
    }
}
