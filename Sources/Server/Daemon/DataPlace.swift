import Kernel
import PostgreSQL
import SQLite
import Settings
import Storage

/// Where the data are, by the settings: what a daemon does with either driver begins here.
enum DataPlace {
    case folder(String)
    /// A server, in libpq's words; the folder has what lies beside the data.
    case postgreSQL(String, beside: String)

    init(_ data: Configuration.Data) {
        self =
            data.postgresql.isEmpty
            ? .folder(data.folder) : .postgreSQL(data.postgresql, beside: data.folder)
    }

    /// The bytes of users' files: in a folder beside SQLite's file, or in the same PostgreSQL.
    var files: any FileStore {
        switch self {
        case .folder(let path): FileFolder(DataFolder.files(in: path))
        case .postgreSQL(let server, _): FileChunks(postgreSQL: server)
        }
    }

    /// Checks whether a daemon of this version could use the data, while another one has them.
    ///
    /// - Throws: `DataFailure`, or what the driver says, when it could not.
    func look(of catalog: Catalog) throws {
        switch self {
        case .folder(let path):
            try StoredData.look(in: path, of: catalog)
        case .postgreSQL(let server, _):
            try DatabaseStore.look(postgreSQL: server, migrations: catalog.migrations)
        }
    }

    /// Takes the data for this daemon alone.
    ///
    /// - Parameter patience: how long another process may still have them.
    func open(
        _ catalog: Catalog, _ options: StoreOptions, waiting patience: Duration
    ) throws(DataFolder.Problem) -> DatabaseStore {
        switch self {
        case .folder(let path):
            try DatabaseStore(
                in: try DataFolder.open(path, waiting: patience),
                migrations: catalog.migrations, options: options)
        case .postgreSQL(let server, let path):
            try DatabaseStore(
                postgreSQL: server, beside: try DataFolder.open(path, waiting: patience),
                migrations: catalog.migrations, options: options)
        }
    }
}

extension Configuration {
    /// The folder of the data, for what works on SQLite's file itself.
    ///
    /// - Parameter instead: what does so with PostgreSQL.
    /// - Throws: `DataFailure`, `.elsewhere` when the data are not in it.
    func folderOfAllData(_ instead: String) throws(DataFailure) -> String {
        guard case .folder(let path) = DataPlace(data) else {
            throw DataFailure(
                .elsewhere, "the data are in PostgreSQL (data.postgresql): \(instead)")
        }
        return path
    }
}
