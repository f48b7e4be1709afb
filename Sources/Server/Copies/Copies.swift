import Glibc
import Kernel
public import Storage

/// Copies of a daemon's data, made while it runs or not; looked at; and put back.
public struct Copies: Sendable {
    private let folder: String
    private let catalog: Catalog

    /// - Throws: ``StartFailure`` when there is no memory.
    public init(_ configuration: Configuration) throws(StartFailure) {
        folder = configuration.data.folder
        catalog = try Catalog(atRest: configuration)
    }

    /// Writes a copy of the data, with the server's key for push services.
    ///
    /// - Parameters: as those of `DataCopy.make`.
    /// - Returns: the file's size.
    public func make(
        _ path: String, replacing: Bool, _ observe: CopyObserver
    ) throws(CopyFailure) -> Int {
        let note = CopyNote(
            version: Version.text, made: SystemClock.moment(),
            pushKey: try VapidFile(in: folder).bytes())
        return try DataCopy.make(of: folder, as: path, note: note, replacing: replacing, observe)
    }

    /// Reads all of a copy.
    ///
    /// - Throws: `CopyFailure`: what is wrong with it, and what was expected.
    public func inspect(_ path: String) throws(CopyFailure) -> CopyReport {
        try CopyInspection(catalog).inspect(path)
    }
}

extension Catalog {
    /// Every feature, for data that no daemon serves: nobody is present, and no password is hashed.
    init(atRest configuration: Configuration) throws(StartFailure) {
        var configuration = configuration
        (configuration.passwords.memoryKiB, configuration.passwords.passes) = (8, 1)
        let limits = configuration.limits
        do {
            try self.init(configuration, presence: PresenceBoard(), limits: { limits })
        } catch {
            throw StartFailure(error.message)
        }
    }
}

extension VapidFile {
    /// The key as it is kept.
    ///
    /// - Returns: nil when there is none.
    fileprivate func bytes() throws(CopyFailure) -> [UInt8]? {
        if let bytes = SmallFile.bytes(of: path, atMost: Self.bytesMax) { return bytes }
        guard errno == ENOENT else {
            throw CopyFailure(.missing, "cannot read \(path): \(String(cString: strerror(errno)))")
        }
        return nil
    }
}
