import CLinux
import Glibc
public import Kernel
public import Storage

/// Replaces a daemon's data with a copy.
///
/// The file that tells data from a copy (`upfor.runs`) is removed. So the daemon begins a new epoch
/// at its next start, and a client that has seen more than the copy contains gets a snapshot.
///
/// - Source: docs/decisions/0007
public enum Restoration {
    /// The files of the data, in their folder.
    private static let names = ["upfor.sqlite", "upfor.sqlite-wal", "upfor.runs", "upfor.vapid"]

    /// Restores a copy that was inspected before.
    ///
    /// Until all of it is on disk, the database is unchanged; files of users are added to those
    /// that are there. The key for push services comes last. The old data are kept, in a folder of
    /// their own inside the data folder. If root restores, everything gets the owner of the folder.
    ///
    /// - Parameters:
    ///   - path: the copy.
    ///   - report: what the inspection found.
    ///   - files: where the files go.
    ///   - folder: the data folder; created if it is missing.
    ///   - replacing: whether it may replace existing data.
    ///   - time: now; it names the folder for the old data.
    /// - Returns: the folder of the old data; nil: there were none.
    /// - Throws: ``DataFailure``, and what `observe` throws.
    public static func restore(
        _ path: String, _ report: CopyReport, files: FileFolder, to folder: String,
        replacing: Bool, time: Moment,
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
        let aside = isReplaced ? try keep(folder, files, at: time) : nil
        try restoreFiles(of: report, from: path, into: files, in: folder, observe)
        // The WAL or the journal of the old data would be taken for that of the new ones.
        for end in [".runs", ".sqlite-wal", ".sqlite-shm", ".sqlite-journal"] {
            _ = unlink(folder + "/upfor" + end)
        }
        guard Draft.syncFolder(of: database) else {
            throw .ofSystem(.notWritten, "cannot write \(folder)")
        }
        DataFolder.giveToOwner(of: folder, [draft.draftPath] + (aside.map { [$0] } ?? []))
        try draft.publish(replacing: true)
        if let pushKey = report.note?.pushKey {
            try Draft.write(pushKey, as: folder + "/upfor.vapid")
        }
        DataFolder.giveToOwner(of: folder, (names + ["upford.lock"]).map { "\(folder)/\($0)" })
        return aside
    }

    /// Files have names of their own: they come beside those of the data that are replaced.
    private static func restoreFiles(
        of report: CopyReport, from path: String, into files: FileFolder, in folder: String,
        _ observe: CopyObserver
    ) throws(DataFailure) {
        guard let end = report.end, end.files.count > 0 else { return }
        let copy = open(path, O_RDONLY | O_CLOEXEC)
        guard copy >= 0 else { throw .ofSystem(.missing, "cannot read \(path)") }
        defer { _ = close(copy) }
        try asOwner(of: folder) { () throws(DataFailure) in
            do throws(StoreError) {
                try files.begin()
            } catch {
                throw DataFailure("cannot restore files", error)
            }
            try end.files.restore(from: copy, at: end.filesStart, of: path, into: files, observe)
        }
    }

    /// Gives the data a second name, so that they can be replaced in one step. Their files stay,
    /// and get a second name, too.
    private static func keep(
        _ folder: String, _ files: FileFolder, at time: Moment
    ) throws(DataFailure) -> String {
        emptyWAL(of: DataFolder.database(in: folder))
        let aside = folder + "/replaced-" + stamp(time)
        guard mkdir(aside, 0o700) == 0 else { throw .ofSystem(.notMade, "cannot make \(aside)") }
        for name in names {
            guard link("\(folder)/\(name)", "\(aside)/\(name)") == 0 || errno == ENOENT else {
                throw .ofSystem(.notMade, "cannot keep \(folder)/\(name) in \(aside)")
            }
        }
        DataFolder.giveToOwner(of: folder, [aside])
        try asOwner(of: folder) { () throws(DataFailure) in
            try files.link(into: aside + "/files")
        }
        guard Draft.syncFolder(of: aside + "/"), Draft.syncFolder(of: folder + "/") else {
            throw .ofSystem(.notWritten, "cannot write \(aside)")
        }
        return aside
    }

    /// Does something as the owner of a folder: root follows no link that the owner may not. This
    /// thread alone does.
    private static func asOwner(
        of folder: String, _ body: () throws(DataFailure) -> Void
    ) throws(DataFailure) {
        var facts = stat()
        guard geteuid() == 0, stat(folder, &facts) == 0, facts.st_uid != 0 else {
            return try body()
        }
        let group = linux_setfsgid(facts.st_gid)
        _ = linux_setfsuid(facts.st_uid)
        defer {
            _ = linux_setfsuid(0)
            _ = linux_setfsgid(UInt32(bitPattern: group))
        }
        // The calls report no failure; asked again, they say who it is.
        guard linux_setfsuid(facts.st_uid) == Int32(bitPattern: facts.st_uid) else {
            throw DataFailure(.notMade, "cannot act as the owner of \(folder)")
        }
        try body()
    }

    /// Makes the database whole without its WAL, in case the machine stops in between. With damaged
    /// data that may not be possible.
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
