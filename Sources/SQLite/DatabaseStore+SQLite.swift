public import Kernel
public import Storage

extension DatabaseStore {
    /// Opens (or creates) the SQLite file in `folder` and brings its schema up to date: the store
    /// of a single machine. Commits are on the disk (`synchronous=FULL`).
    ///
    /// - Throws: ``DataFolder/Problem`` with one line for the administrator.
    public convenience init(
        in folder: consuming DataFolder, migrations: [Migration], options: StoreOptions
    ) throws(DataFolder.Problem) {
        try self.init(in: folder, migrations: migrations, options: options, SQLiteOptions())
    }

    /// The same, with settings that only tests change.
    package convenience init(
        in folder: consuming DataFolder, migrations: [Migration], options: StoreOptions,
        _ settings: SQLiteOptions
    ) throws(DataFolder.Problem) {
        let path = DataFolder.database(in: folder.path)
        do {
            let start = ContinuousClock.now
            let found = try CrashRecovery.run(
                on: path, cache: settings.pageCache, fileSystem: settings.fileSystem)
            if let bytes = found {
                options.recovered(ContinuousClock.now - start, bytes)
            }
            let open = { (label: String, readonly: Bool) in
                try SQLiteSession(
                    path, in: settings.fileSystem, node: options.node, readonly: readonly,
                    label: label)
            }
            let writer = try open("upfor.writer", false)
            try writer.prepare(migrations, settings)
            let readers = try (0..<max(1, options.readerCount)).map { index in
                try open("upfor.reader-\(index)", true)
            }
            self.init(beside: folder, writer: writer, readers: readers, options: options)
        } catch {
            let reason = (error as? StoreError)?.words ?? "\(error)"
            throw DataFolder.Problem(description: "cannot open the data in \(path): \(reason)")
        }
    }
}

extension DataFolder {
    /// The database in a data folder.
    static func database(in folder: String) -> String { folder + "/upfor.sqlite" }
}
