import Glibc
import Kernel
public import Storage

/// Copies the data of a daemon, which may run: nobody waits for it, and what is committed meanwhile
/// is not in the copy.
public enum DataCopy {
    /// Writes a copy of the data as one file, sealed, for its owner only.
    ///
    /// Until it is done, the WAL keeps what is committed meanwhile: it is moved into the database
    /// afterwards.
    ///
    /// - Parameters:
    ///   - folder: the data's own.
    ///   - path: the new file.
    ///   - note: what the copy is to say of itself.
    ///   - replacing: whether a file of that name may go.
    /// - Returns: the file's size.
    /// - Throws: ``DataFailure``, and what `observe` throws; then nothing is left, and a file of
    ///   that name is as it was.
    public static func make(
        of folder: String, as path: String, note: CopyNote, replacing: Bool,
        _ observe: CopyObserver = { _ throws(DataFailure) in }
    ) throws(DataFailure) -> Int {
        try refuse(path, beside: folder, replacing: replacing)
        let source = try StoredData.reader(in: folder)
        let draft = try Draft(of: path)
        try PageCopy.copy(source, to: draft, observe)
        guard DatabaseHeader.stamp(draft.file, as: DatabaseHeader.copyID),
            Seal.append(note, to: draft.file)
        else { throw .ofSystem(.notWritten, "cannot write \(path)") }
        let count = Int(lseek(draft.file, 0, SEEK_END))
        try draft.publish(replacing: replacing)
        return count
    }

    private static func refuse(
        _ path: String, beside folder: String, replacing: Bool
    ) throws(DataFailure) {
        var (file, parent, data) = (stat(), stat(), stat())
        if lstat(path, &file) == 0 {
            guard file.st_mode & S_IFMT != S_IFDIR else {
                throw DataFailure(.notMade, "\(path) is a folder: expected the name of a file")
            }
            guard replacing else {
                throw DataFailure(.notMade, "\(path) is there already; --force replaces it")
            }
        }
        let place = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard stat(place, &parent) == 0 else {
            throw .ofSystem(.notMade, "cannot make \(path)")
        }
        // Or it might replace the data, or the file that tells them from a copy.
        if stat(folder, &data) == 0, data.st_ino == parent.st_ino, data.st_dev == parent.st_dev {
            throw DataFailure(.notMade, "\(path) is in the data folder: expected another place")
        }
        // SQLite would take what they have for the copy's own.
        for beside in [path + "-wal", path + "-journal"] where lstat(beside, &file) == 0 {
            throw DataFailure(
                .notMade, "\(beside) is there, and would be read with the copy: remove it first")
        }
    }
}
