public import Kernel
public import Storage

extension DatabaseStore {
    /// Opens a database of a PostgreSQL server, and brings its schema up to date.
    ///
    /// - Parameters:
    ///   - settings: where it is, in libpq's form: `host=db dbname=upfor`, or a URL. A password
    ///     belongs in `~/.pgpass`, or in the environment.
    ///   - folder: the files beside the data.
    /// - Throws: ``DataFolder/Problem`` with one line for the administrator.
    public convenience init(
        postgreSQL settings: String, beside folder: consuming DataFolder,
        migrations: [Migration], options: StoreOptions
    ) throws(DataFolder.Problem) {
        do throws(StoreError) {
            let hearing = ServerHearing()
            let writer = try PostgreSQLConnection(
                settings, as: options.nodeName.map { .node($0) } ?? .onlyWriter,
                number: options.node, hearing: hearing, whenReplaced: options.whenReplaced)
            try writer.prepare(DatabaseStore.steps(migrations))
            let number = writer.node?.number
            var readers: [PostgreSQLSession] = []
            for index in 0..<max(1, options.readerCount) {
                let reader = try PostgreSQLConnection(
                    settings, as: .reader(node: number), hearing: hearing)
                readers.append(PostgreSQLSession(on: reader, label: "upfor.reader-\(index)"))
            }
            self.init(
                beside: folder, writer: PostgreSQLSession(on: writer, label: "upfor.writer"),
                readers: readers, options: options, nodeNumber: number)
        } catch {
            throw DataFolder.Problem(description: "cannot use the database: \(error.words)")
        }
    }

    /// Checks whether a database can be opened, while another daemon may use it.
    ///
    /// - Parameters: as those of the initializer.
    /// - Throws: ``DataFolder/Problem`` with one line for the administrator.
    public static func look(
        postgreSQL settings: String, migrations: [Migration]
    ) throws(DataFolder.Problem) {
        do throws(StoreError) {
            try PostgreSQLConnection(settings, as: .reader(node: nil))
                .look(steps(migrations))
        } catch {
            throw DataFolder.Problem(description: "cannot use the database: \(error.words)")
        }
    }
}
