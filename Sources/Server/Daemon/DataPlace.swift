import Kernel
import PostgreSQL
import SQLite
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

    /// Looks whether a daemon of this version could have the data, while another one has them.
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
    /// - Parameter patience: how long somebody else may still have them.
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
