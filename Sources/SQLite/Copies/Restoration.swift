import Glibc
public import Kernel
public import Storage

/// Puts a copy in the place of a daemon's data.
///
/// The file that tells data from a copy (`upfor.runs`) goes: so at its next start the daemon begins
/// a new epoch, and whoever has seen more than the copy knows is given a snapshot.
///
/// - Source: docs/decisions/0007
public enum Restoration {
    /// What belongs to the data, in their folder.
    private static let names = ["upfor.sqlite", "upfor.sqlite-wal", "upfor.runs", "upfor.vapid"]

    /// Puts back a copy that was looked at before.
    ///
    /// Until all of it is on disk, the data are as they were; the key for push services comes last.
    /// What was there is kept, in a folder of its own among the data. For root, everything belongs
    /// to whom the folder belongs to.
    ///
    /// - Parameters:
    ///   - path: the copy.
    ///   - pushKey: the server's key for push services; nil: the one that is there stays.
    ///   - folder: the data's own; made if it is missing.
    ///   - replacing: whether there may be data already.
    ///   - time: now: it names the folder for what was there.
    /// - Returns: that folder; nil: there were no data.
    /// - Throws: ``DataFailure``, and what `observe` throws.
    public static func restore(
        _ path: String, pushKey: [UInt8]?, to folder: String, replacing: Bool, time: Moment,
        _ observe: CopyObserver = { _ throws(DataFailure) in }
    ) throws(DataFailure) -> String? {
        let lock = try DataFolder.forCommand(folder)
        let database = DataFolder.database(in: lock.path)
        let isReplaced = access(database, F_OK) == 0
        guard replacing || !isReplaced else {
            throw DataFailure(
                .notMade, "there are data in \(folder) already; --force sets them aside")
        }
        let source = try DatabaseReader(path, isAtRest: DatabaseReader.isAtRest(path))
        let draft = try Draft(of: database)
        try PageCopy.copy(source, to: draft, observe)
        guard DatabaseHeader.stamp(draft.file, as: 0), fsync(draft.file) == 0 else {
            throw .ofSystem(.notWritten, "cannot write \(database)")
        }
        let aside = isReplaced ? try keep(folder, at: time) : nil
        // What the WAL or the journal of the old data has, would be taken for the new ones'.
        for end in [".runs", ".sqlite-wal", ".sqlite-shm", ".sqlite-journal"] {
            _ = unlink(folder + "/upfor" + end)
        }
        guard Draft.syncFolder(of: database) else {
            throw .ofSystem(.notWritten, "cannot write \(folder)")
        }
        DataFolder.giveToOwner(of: folder, [draft.draftPath] + (aside.map { [$0] } ?? []))
        try draft.publish(replacing: true)
        if let pushKey { try Draft.write(pushKey, as: folder + "/upfor.vapid") }
        DataFolder.giveToOwner(of: folder, (names + ["upford.lock"]).map { "\(folder)/\($0)" })
        return aside
    }

    /// Gives the data another name besides the one they have, so that they can go in one step.
    private static func keep(
        _ folder: String, at time: Moment
    ) throws(DataFailure) -> String {
        emptyWAL(of: DataFolder.database(in: folder))
        let aside = folder + "/replaced-" + stamp(time)
        guard mkdir(aside, 0o700) == 0 else { throw .ofSystem(.notMade, "cannot make \(aside)") }
        for name in names {
            guard link("\(folder)/\(name)", "\(aside)/\(name)") == 0 || errno == ENOENT else {
                throw .ofSystem(.notMade, "cannot keep \(folder)/\(name) in \(aside)")
            }
        }
        guard Draft.syncFolder(of: aside + "/"), Draft.syncFolder(of: folder + "/") else {
            throw .ofSystem(.notWritten, "cannot write \(aside)")
        }
        return aside
    }

    /// So that the database is whole without it, should the machine stop in between; of damaged
    /// data, that may not be possible.
    private static func emptyWAL(of database: String) {
        _ = try? CrashRecovery.run(on: database, cache: SystemPageCache())
    }

    /// "20261122T120000Z"
    private static func stamp(_ time: Moment) -> String {
        var (seconds, parts) = (time_t(time.unixMilliseconds / 1_000), tm())
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
