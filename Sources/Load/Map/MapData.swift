/// Puts check-ins into the data of a server that does not run: everybody of a population has one,
/// all of them in one city; and some readers have many friends more.
struct MapData: Sendable {
    private static let partCount = 100
    private static let lifetimeMilliseconds: Int64 = 86_400_000

    let population: Population
    /// The first so many people look at the map.
    let readerCount: Int
    /// Friends of each of them, at least.
    let friendCount: Int
    /// The server's clock, in milliseconds since 1970.
    let now: Int64

    func write(to file: borrowing SQLiteFile, _ progress: Progress) throws(LoadFailure) {
        try file.run("BEGIN")
        for reader in 0..<readerCount { try writeFriends(of: reader, to: file) }
        progress.begin("writing check-ins")
        for part in 0..<Self.partCount {
            let range =
                population.size * part / Self.partCount..<population.size * (part + 1)
                / Self.partCount
            if !range.isEmpty { try writeCheckins(of: range, to: file) }
            progress.update("writing check-ins \(part + 1) %")
        }
        try file.run("COMMIT")
    }

    /// Far apart in the data.
    private func writeFriends(
        of reader: Int, to file: borrowing SQLiteFile
    ) throws(LoadFailure) {
        let step = (population.size - readerCount) / friendCount
        try file.run(
            """
            WITH RECURSIVE n(i) AS (
                SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(friendCount - 1))
            INSERT OR IGNORE INTO bond (low, kind, high, since_ms)
            SELECT \(1 + reader), 0, 1 + \(readerCount) + i * \(step), \(now) FROM n
            """)
    }

    private func writeCheckins(
        of people: Range<Int>, to file: borrowing SQLiteFile
    ) throws(LoadFailure) {
        let people = """
            WITH RECURSIVE n(i) AS (
                SELECT \(people.lowerBound) UNION ALL SELECT i + 1 FROM n
                WHERE i < \(people.upperBound - 1))
            """
        let expires = now + Self.lifetimeMilliseconds
        let values = """
            1 + i, \(now - 60_000), 523000000 + i * 7919 % 40000 * 100,
                130000000 + i * 104729 % 80000 * 100, 'lunch at number ' || i, '', 'coffee', '',
                \(expires)
            """
        try file.run(
            """
            \(people)
            INSERT INTO checkin (user_id, at_ms, lat_e7, lon_e7, body, sticker, activity, picture,
                expires_ms, forget_ms) SELECT \(values), \(expires) FROM n
            """)
        try file.run(
            """
            \(people)
            INSERT INTO place (user_id, at_ms, lat_e7, lon_e7, body, sticker, activity, picture,
                expires_ms) SELECT \(values) FROM n
            """)
    }
}
