import Kernel
import Observability
import Outbound
import PostgreSQL
import S3
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

    /// The bytes of users' files, which may be in a bucket.
    static func files(
        _ data: Configuration.Data, _ log: EventLog
    ) throws(StartFailure) -> any FileStore {
        let files = DataPlace(data).files
        guard !data.s3.isEmpty else { return files }
        let secret = try FirstLine.read(data.s3Secret, of: "data.s3Secret", "key")
        let signature = RequestSignature(
            key: data.s3Key, secret: String(decoding: secret, as: UTF8.self),
            region: data.s3Region, service: "s3")
        let bucket = S3Files(S3Files.Terms(url: data.s3, signature, drafts: data.folder))
        return MovingFiles(from: files, to: bucket) { log.write(.filesMoved, .count($0)) }
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

/// The first line of a file that holds a secret.
enum FirstLine {
    /// - Parameters:
    ///   - key: the setting that names the file.
    ///   - what: what the line has to be: "password".
    static func read(
        _ path: String, of key: String, _ what: String
    ) throws(StartFailure) -> [UInt8] {
        let bytes = SmallFile.bytes(of: path, atMost: 1_024) ?? []
        let line = Array(bytes.prefix { $0 != 10 && $0 != 13 })
        guard !line.isEmpty else {
            throw StartFailure("\(key): \(path) must have the \(what) in its first line")
        }
        return line
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
