import Files
import Glibc
import Hub
import Kernel
import Notifications
public import Observability
public import Settings
public import SQLite
public import Storage
import Words

/// Copies of a daemon's data, made while it runs or not; looked at; and put back.
public struct Copies: Sendable {
    private let folder: String
    private let files: DataFiles
    private let catalog: Catalog

    /// - Throws: `DataFailure`, `.elsewhere` when the data are in PostgreSQL; ``StartFailure`` when
    ///   there is no memory.
    public init(_ configuration: Configuration) throws {
        folder = try configuration.folderOfAllData(
            "pg_dump makes a copy of them, and pg_restore puts it back")
        files = DataFiles(
            table: StoredFiles.table, names: StoredFiles.names,
            in: FileFolder(DataFolder.files(in: folder)))
        catalog = try Catalog(atRest: configuration)
    }

    /// Writes a copy of the data, with the server's key for push services.
    ///
    /// - Parameters: as those of `DataCopy.make`.
    /// - Returns: the copy's size, and how many files are missing in it.
    public func make(
        _ path: String, replacing: Bool, _ observe: CopyObserver
    ) throws(DataFailure) -> (bytes: Int, filesMissing: Int) {
        let note = CopyNote(
            version: Version.text, made: SystemClock.moment(),
            pushKey: try VapidFile(in: folder).bytes())
        return try DataCopy.make(
            of: folder, as: path, note: note, files: files, replacing: replacing, observe)
    }

    /// Reads all of a copy.
    ///
    /// - Throws: `DataFailure`: what is wrong with it, and what was expected.
    public func inspect(
        _ path: String, _ observe: InspectionObserver = { _ in }
    ) throws(DataFailure) -> CopyReport {
        try CopyInspection(catalog).inspect(path, observe)
    }

    /// Puts a copy in the place of the data, which no daemon may have, once it was looked at.
    ///
    /// - Parameters: as those of `inspect` and `Restoration.restore`.
    /// - Returns: what the copy holds, and where the data are that were there; nil: none were.
    public func restore(
        _ path: String, replacing: Bool, inspecting: InspectionObserver = { _ in },
        _ observe: CopyObserver
    ) throws(DataFailure) -> (report: CopyReport, aside: String?) {
        let report = try inspect(path, inspecting)
        let aside = try Restoration.restore(
            path, report, files: files.folder, to: folder, replacing: replacing,
            time: SystemClock.moment(), observe)
        return (report, aside)
    }
}

extension Catalog {
    /// Every feature, for data that no daemon serves: no user is present, and no password is
    /// hashed.
    ///
    /// - Parameters:
    ///   - files: what only an export needs.
    ///   - words: what only a description needs.
    init(
        atRest configuration: Configuration, files: any FileStore = NoFiles(),
        words: WordTerms = WordTerms()
    ) throws(StartFailure) {
        var configuration = configuration
        (configuration.passwords.memoryKiB, configuration.passwords.passes) = (8, 1)
        let limits = configuration.limits
        do {
            try self.init(
                configuration, files: files, presence: PresenceBoard(), words: words,
                limits: { limits })
        } catch {
            throw StartFailure(error.message)
        }
    }
}

extension VapidFile {
    /// The key as it is kept.
    ///
    /// - Returns: nil when there is none.
    fileprivate func bytes() throws(DataFailure) -> [UInt8]? {
        if let bytes = SmallFile.bytes(of: path, atMost: Self.bytesMax) { return bytes }
        guard errno == ENOENT else {
            throw DataFailure(.missing, "cannot read \(path): \(String(cString: strerror(errno)))")
        }
        return nil
    }
}

/// Another key for push services, in place of the one that browsers subscribe with.
public struct PushKeyRotation: Sendable {
    private let file: VapidFile

    /// - Parameter configuration: says where the data are.
    public init(_ configuration: Configuration) {
        file = VapidFile(in: configuration.data.folder)
    }

    /// Makes it; a daemon uses it from its next start on, and the one before for the subscriptions
    /// that were made with that.
    ///
    /// - Parameter drops: whether the key before those may go, with all that belongs to it.
    /// - Throws: ``StartFailure`` when there is one and it may not go, or nothing can be written.
    public func run(droppingPrevious drops: Bool) throws(StartFailure) {
        _ = try file.rotate(drops: drops)
    }
}
