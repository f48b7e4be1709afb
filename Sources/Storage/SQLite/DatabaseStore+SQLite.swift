public import Kernel

extension DatabaseStore {
    /// Opens (or makes) the SQLite file in `folder` and brings its schema up to date: the store of
    /// a single machine. What is committed is on the disk (`synchronous=FULL`).
    ///
    /// - Throws: ``DataFolder/Problem`` with one line for the administrator.
    public convenience init(
        in folder: consuming DataFolder, migrations: [Migration], options: StoreOptions
    ) throws(DataFolder.Problem) {
        let path = DataFolder.database(in: folder.path)
        do {
            let start = ContinuousClock.now
            let found = try CrashRecovery.run(
                on: path, cache: options.pageCache, fileSystem: options.fileSystem)
            if let bytes = found {
                options.recovered(ContinuousClock.now - start, bytes)
            }
            let writer = try SQLiteSession(path, options, readonly: false, label: "upfor.writer")
            try writer.prepare(migrations, options)
            let readers = try (0..<max(1, options.readerCount)).map { index in
                try SQLiteSession(path, options, readonly: true, label: "upfor.reader-\(index)")
            }
            self.init(beside: folder, writer: writer, readers: readers, options: options)
        } catch {
            let reason = (error as? StoreError)?.words ?? "\(error)"
            throw DataFolder.Problem(description: "cannot open the data in \(path): \(reason)")
        }
    }
}
