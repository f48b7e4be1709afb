public import Kernel
public import Storage

extension DatabaseStore {
    /// Opens a database of a PostgreSQL server, and brings its schema up to date.
    ///
    /// - Parameters:
    ///   - settings: where it is, as libpq takes it: `host=db dbname=upfor`, or a URL. A password
    ///     belongs into `~/.pgpass`, or the environment.
    ///   - folder: what lies beside the data.
    /// - Throws: ``DataFolder/Problem`` with one line for the administrator.
    public convenience init(
        postgreSQL settings: String, beside folder: consuming DataFolder,
        migrations: [Migration], options: StoreOptions
    ) throws(DataFolder.Problem) {
        do throws(StoreError) {
            let writer = try PostgreSQLSession(
                settings, isWriter: true, node: options.node, label: "upfor.writer")
            let steps = DatabaseStore.steps(migrations)
            try writer.prepare { connection throws(StoreError) in
                try connection.prepare(steps)
            }
            var readers: [PostgreSQLSession] = []
            for index in 0..<max(1, options.readerCount) {
                readers.append(
                    try PostgreSQLSession(
                        settings, isWriter: false, node: options.node,
                        label: "upfor.reader-\(index)"))
            }
            self.init(beside: folder, writer: writer, readers: readers, options: options)
        } catch {
            throw DataFolder.Problem(description: "cannot use the database: \(error.words)")
        }
    }
}
