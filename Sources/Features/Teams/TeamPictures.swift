import Kernel

/// Pictures of profiles, gatherings and projects, as they were sent (H11).
enum TeamPictures {
    static let migration = Migration(
        "teams.3",
        """
        CREATE TABLE team_picture (
            name TEXT NOT NULL PRIMARY KEY,
            bytes {blob} NOT NULL,
            uses BIGINT NOT NULL
        );
        """)

    /// One of those who show a picture does not any more: the last takes it along.
    static func forget(_ name: String, in transaction: Transaction) throws(Refusal) {
        guard !name.isEmpty else { return }
        try transaction.run("UPDATE team_picture SET uses = uses - 1 WHERE name = \(name)")
        try transaction.run("DELETE FROM team_picture WHERE name = \(name) AND uses < 1")
    }
}

extension Query where Row == String {
    static func picture(ofPerson number: UInt32) -> Self {
        picture("team_person WHERE number = \(number)")
    }

    static func picture(ofProject number: UInt32) -> Self {
        picture("team_project WHERE number = \(number)")
    }

    static func picture(ofGathering number: UInt32) -> Self {
        picture("gathering WHERE number = \(number)")
    }

    static func title(ofGathering number: UInt32) -> Self {
        Query("SELECT title FROM gathering WHERE number = \(number)") {
            columns throws(StoreError) in try columns.text()
        }
    }

    private static func picture(_ place: SQL) -> Self {
        Query("SELECT picture FROM \(place)") { columns throws(StoreError) in
            try columns.text()
        }
    }
}
