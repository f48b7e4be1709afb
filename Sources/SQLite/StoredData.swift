import Glibc
public import Kernel
public import Storage
import Wire

/// The data of a daemon, for a command that is not the daemon.
public enum StoredData {
    /// Reads one state of the data, while a daemon runs or not.
    ///
    /// - Parameters:
    ///   - folder: the data folder.
    ///   - catalog: has the schema, which must be that of the data.
    ///   - now: the time.
    /// - Throws: ``DataFailure``, and what `body` throws.
    public static func read<Result>(
        in folder: String, of catalog: Catalog, at now: Moment,
        _ body: (Snapshot) throws(Refusal) -> Result
    ) throws(DataFailure) -> Result {
        let reader = try reader(in: folder)
        guard try missingSteps(in: folder, of: catalog, reader) == 0 else {
            throw DataFailure(
                .notWritten,
                "cannot read the data in \(folder): an older version made them: start the daemon"
                    + " first")
        }
        let snapshot = Snapshot(on: reader.connection, now: now)
        do throws(Refusal) {
            return try body(snapshot)
        } catch {
            if let fault = snapshot.fault { throw DataFailure("cannot read \(folder)", fault) }
            throw DataFailure(error)
        }
    }

    /// Changes the data in one transaction, while no daemon uses them.
    ///
    /// - Parameters: as those of `read`.
    /// - Throws: ``DataFailure``, also for what `body` throws; then nothing is changed.
    public static func change(
        in folder: String, of catalog: Catalog, _ options: StoreOptions,
        _ body: @escaping @Sendable (Transaction) throws(Refusal) -> Void
    ) throws(DataFailure) {
        // Otherwise the folder would be created.
        _ = try reader(in: folder)
        let lock = try DataFolder.forCommand(folder)
        try read(in: folder, of: catalog, at: options.clock()) { _ throws(Refusal) in }
        do {
            let store = try DatabaseStore(
                in: lock, migrations: catalog.migrations, options: options)
            defer { store.close() }
            try store.begin([
                WriteJob { (transaction) throws(Refusal) in try body(transaction) }
            ])
        } catch let refusal as Refusal {
            throw DataFailure(refusal)
        } catch {
            throw DataFailure(.notWritten, "\(error)")
        }
    }

    /// Checks whether a daemon of this version could use the data, while another one uses them.
    ///
    /// - Throws: ``DataFailure`` when they are of a newer version, or not a daemon's.
    public static func look(in folder: String, of catalog: Catalog) throws(DataFailure) {
        _ = try missingSteps(in: folder, of: catalog, try reader(in: folder))
    }

    private static func missingSteps(
        in folder: String, of catalog: Catalog, _ reader: DatabaseReader
    ) throws(DataFailure) -> Int {
        do throws(StoreError) {
            return try CopyInspection(catalog).missingSteps(in: reader.connection)
        } catch {
            throw DataFailure("cannot read the data in \(folder)", error)
        }
    }

    static func reader(in folder: String) throws(DataFailure) -> DatabaseReader {
        let database = DataFolder.database(in: folder)
        guard access(database, F_OK) == 0 else {
            throw .ofSystem(.missing, "there are no data in \(folder): \(database)")
        }
        return try DatabaseReader(database, isAtRest: false)
    }
}

extension DataFailure {
    fileprivate init(_ refusal: Refusal) {
        self.init(refusal.code == .notFound ? .nobody : .notWritten, refusal.message)
    }
}

extension DataFolder {
    /// Locks the data for a command, as a daemon does.
    static func forCommand(_ path: String) throws(DataFailure) -> DataFolder {
        do throws(Problem) {
            return try open(path)
        } catch {
            throw DataFailure(error.isInUse ? .notNow : .notMade, error.description)
        }
    }
}
