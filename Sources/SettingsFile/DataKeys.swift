import Settings

/// Where the data are, and how many threads serve them.
enum DataKeys {
    static let all = [
        ConfigurationKey(
            "loops", "event loops", .integer(\.loops, in: 0...256),
            "Number of event loops; 0: one per core, or a single one on machines with two cores or"
                + " fewer."),
        ConfigurationKey(
            "data.folder", nil, .text(\.data.folder, in: 1...1_024),
            "Folder of the database; created if missing."),
        ConfigurationKey(
            "data.postgresql", nil, .text(\.data.postgresql, in: 0...1_024),
            "Connection string of a PostgreSQL database (libpq's format) for the data; empty:"
                + " SQLite in data.folder."),
        ConfigurationKey(
            "data.readers", "connections", .integer(\.data.readers, in: 1...64),
            "Number of database connections for reads."),
        ConfigurationKey(
            "data.s3", nil, .text(\.data.s3, in: 0...1_024),
            "URL of an S3-compatible bucket for the files of users (pictures, documents), for"
                + " data.postgresql; files in the database move there at the next start; empty: in"
                + " the database."),
        ConfigurationKey(
            "data.s3Region", nil, .text(\.data.s3Region, in: 1...64),
            "Region of that service; one of your own takes any."),
        ConfigurationKey(
            "data.s3Key", nil, .text(\.data.s3Key, in: 0...256),
            "Access key ID for that bucket."),
        ConfigurationKey(
            "data.s3Secret", nil, .text(\.data.s3Secret, in: 0...1_024),
            "File whose first line is the secret access key."),
    ]
}
