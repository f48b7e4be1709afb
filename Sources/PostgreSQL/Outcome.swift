import CPostgreSQL
import Kernel

/// The server's answer to one statement: a `PGresult *`, which the receiver has to clear.
struct Outcome {
    private let result: OpaquePointer?
    private let link: ServerLink

    init(_ result: OpaquePointer?, of link: ServerLink) {
        self.result = result
        self.link = link
    }

    func clear() { PQclear(result) }

    /// Whether it is no answer, but the mark at the end of a batch.
    var isMark: Bool { PQresultStatus(result) == PGRES_PIPELINE_SYNC }

    /// Whether the statement was skipped, since an earlier one in the batch has failed.
    var isSkipped: Bool { PQresultStatus(result) == PGRES_PIPELINE_ABORTED }

    /// - Throws: ``StoreError`` when the statement did not succeed.
    func check() throws(StoreError) {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return
        default: throw error
        }
    }

    /// The failure of a statement, as the server describes it, or libpq in its place.
    private var error: StoreError {
        let state = PQresultErrorField(result, Self.stateField).map { String(cString: $0) } ?? ""
        let told = PQresultErrorField(result, Self.messageField).map { String(cString: $0) }
        let error = StoreError(
            state: state, isLinkUp: link.isUp, company: link.company,
            "\((told ?? link.message).oneLine)"
                + " (PostgreSQL \(state.isEmpty ? "without a code" : state))")
        if case .unreachable = error { link.drop() }
        return error
    }

    /// `PG_DIAG_SQLSTATE` and `PG_DIAG_MESSAGE_PRIMARY`: the other fields may quote data.
    private static var stateField: Int32 { Int32(UInt8(ascii: "C")) }
    private static var messageField: Int32 { Int32(UInt8(ascii: "M")) }

    /// The command tag: `INSERT 0 1`, `COMMIT`.
    var tag: String { PQcmdStatus(result).map { String(cString: $0) } ?? "" }

    /// Whether it only read.
    var isOfLook: Bool { tag.hasPrefix("SELECT") }

    /// How many rows were changed, or read.
    var count: Int { PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

    private var rowCount: Int32 { PQntuples(result) }

    /// All rows; the result is in the binary format.
    func rows() throws(StoreError) -> [[SQL.Value]] {
        var rows: [[SQL.Value]] = []
        for row in 0..<rowCount { rows.append(try values(ofRow: row)) }
        return rows
    }

    private func values(ofRow row: Int32) throws(StoreError) -> [SQL.Value] {
        var values: [SQL.Value] = []
        let columnCount = PQnfields(result)
        values.reserveCapacity(Int(columnCount))
        for column in 0..<columnCount {
            guard PQgetisnull(result, row, column) == 0 else {
                values.append(.null)
                continue
            }
            let bytes = UnsafeRawBufferPointer(
                start: PQgetvalue(result, row, column),
                count: Int(PQgetlength(result, row, column)))
            guard let value = SQL.Value(bytes, of: PQftype(result, column)) else {
                throw .unexpectedColumn
            }
            values.append(value)
        }
        return values
    }
}
