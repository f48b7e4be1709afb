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
            \(Int64.min) \(UInt32.max) \("text") \([1, 2] as [UInt8]) \(Identifier<User>(rawValue: 9)) \
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
}

@Suite struct `The columns of a row` {
    @Test func `are taken from left to right, each as what it is`() throws {
        var columns = Columns([
            .integer(1), .text("two"), .blob([3]), .integer(4), .null, .integer(6), .integer(0),
            .integer(-8), .null,
        ])
        #expect(try columns.integer() == 1)
        #expect(try columns.text() == "two")
        #expect(try columns.blob() == [3])
        #expect(try columns.optionalInteger() == 4)
        #expect(try columns.optionalInteger() == nil)
        #expect(try columns.count() == 6)
        #expect(try columns.flag() == false)
        #expect(try columns.moment() == Moment(unixMilliseconds: -8))
        #expect(try columns.optionalMoment() == nil)
        #expect(throws: StoreError.unexpectedColumn) { try columns.integer() }
    }

    @Test(arguments: [SQL.Value.null, .text("1"), .blob([1])])
    func `of another kind are an error, not a trap`(value: SQL.Value) {
        var columns = Columns([value])
        #expect(throws: StoreError.unexpectedColumn) { try columns.integer() }
    }

    @Test(arguments: [Int64.min, -1, 4_294_967_296, .max])
    func `that are no count are an error, not a trap`(number: Int64) {
        var columns = Columns([.integer(number)])
        #expect(throws: StoreError.unexpectedColumn) { try columns.count() }
    }
}
