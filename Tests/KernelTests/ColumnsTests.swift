import Kernel
import Testing

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
