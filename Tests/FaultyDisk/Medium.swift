import GRDBSQLite
import Glibc
import TestSupport

/// The files of a disk, their names, and the fault that waits for them.
struct Medium {
    /// What can fail by number.
    enum Operation { case write, resize, sync, remove }

    /// The result of an operation.
    enum Verdict {
        case done
        /// The code of SQLite, and whether a part of it is done.
        case failed(Int32, isHalfDone: Bool)
    }

    /// All files that ever were; a name leads to one by its number.
    private(set) var files: [DiskFile] = []
    private(set) var names: [String: Int] = [:]
    private var syncedNames: [String: Int] = [:]
    private(set) var operationCount = 0
    private(set) var hasFailed = false
    private(set) var lastErrorNumber: Int32 = 0
    var fault: (kind: Fault, number: Int)?
    var forgetsSyncs = false
    var failsReads = false
    private var isFull = false
    private(set) var isOff = false
    var random: SeededGenerator

    init(_ contents: [String: [UInt8]], seed: UInt64) {
        random = SeededGenerator(seed: seed)
        for (name, bytes) in contents { names[name] = add(DiskFile(bytes)) }
        syncedNames = names
    }

    /// A disk as the next process finds it.
    struct Remains: Sendable {
        fileprivate let files: [DiskFile.Remains]
        fileprivate let names: [String: Int]
        fileprivate let syncedNames: [String: Int]
    }

    var remains: Remains {
        Remains(files: files.map(\.remains), names: names, syncedNames: syncedNames)
    }

    /// The same disk, for a process that comes after: nothing is open, and no fault waits.
    init(_ remains: Remains, seed: UInt64) {
        random = SeededGenerator(seed: seed)
        files = remains.files.map { DiskFile($0) }
        (names, syncedNames) = (remains.names, remains.syncedNames)
    }

    func dropCache() { files.forEach { $0.dropCache() } }

    /// What is found when the power is back.
    mutating func left(_ survival: Survival) -> [String: [UInt8]] {
        var left = syncedNames
        for name in Set(names.keys).union(syncedNames.keys).sorted() {
            let isNew = survival == .everything || survival == .some && random.below(2) == 0
            if isNew { left[name] = names[name] }
        }
        var contents: [String: [UInt8]] = [:]
        for (name, file) in left.sorted(by: { $0.key < $1.key }) {
            contents[name] = files[file].left(survival, &random)
        }
        return contents
    }

    mutating func makeRoom() { isFull = false }

    func damage() { for file in names.values { files[file].damage(from: 4096) } }

    func byteCount(ofFilesEndingIn suffix: String) -> Int {
        names.filter { $0.key.hasSuffix(suffix) }.reduce(0) { $0 + files[$1.value].bytes.count }
    }

    /// - Parameters:
    ///   - name: nil for a file that nobody else is to find.
    ///   - keepsNames: whether a sync of the file, if it is new, keeps its name, too.
    /// - Returns: the file's number; nil when it is not there.
    mutating func open(_ name: String?, creating: Bool, keepsNames: Bool) -> Int? {
        guard let name else { return add(DiskFile(isTemporary: true)) }
        if let known = names[name] { return known }
        guard creating, !isOff else { return nil }
        let file = DiskFile()
        file.keepsNames = keepsNames
        names[name] = add(file)
        return names[name]
    }

    private mutating func add(_ file: DiskFile) -> Int {
        files.append(file)
        return files.count - 1
    }

    mutating func write(_ bytes: [UInt8], at offset: Int, to number: Int) -> Int32 {
        let file = files[number]
        switch next(.write, file) {
        case .done: file.write(bytes, at: offset)
        case .failed(let code, let isHalfDone):
            if isHalfDone { file.write(Array(bytes.prefix(bytes.count / 2)), at: offset) }
            return code
        }
        return SQLITE_OK
    }

    mutating func resize(_ number: Int, to count: Int) -> Int32 {
        let file = files[number]
        if case .failed(let code, _) = next(.resize, file) { return code }
        file.resize(to: count)
        return SQLITE_OK
    }

    mutating func sync(_ number: Int) -> Int32 {
        let file = files[number]
        if case .failed(let code, let isHalfDone) = next(.sync, file) {
            if isHalfDone { file.failToSync(random.below(2) == 0 ? .nothing : .some, &random) }
            return code
        }
        guard !forgetsSyncs else { return SQLITE_OK }
        file.sync()
        if file.keepsNames { syncedNames = names }
        return SQLITE_OK
    }

    mutating func remove(_ name: String, keepingNames: Bool) -> Int32 {
        guard let number = names[name] else { return IOError.nothingToDelete }
        if case .failed(let code, _) = next(.remove, files[number]) { return code }
        names[name] = nil
        if keepingNames, !forgetsSyncs { syncedNames = names }
        return SQLITE_OK
    }

    /// Counts an operation, and says how it ends.
    private mutating func next(_ operation: Operation, _ file: DiskFile) -> Verdict {
        guard !isOff else { return .failed(operation.failure, isHalfDone: false) }
        guard !file.isTemporary else { return .done }
        operationCount += 1
        if let fault, fault.number == operationCount {
            hasFailed = true
            switch fault.kind {
            case .error: return fail(operation.failure, EIO)
            case .full: isFull = true
            case .powerCut:
                isOff = true
                return fail(operation.failure, EIO, isHalfDone: operation == .write)
            }
        }
        return isFull && operation == .write ? fail(SQLITE_FULL, ENOSPC) : .done
    }

    private mutating func fail(
        _ code: Int32, _ errorNumber: Int32, isHalfDone: Bool = true
    ) -> Verdict {
        lastErrorNumber = errorNumber
        return .failed(code, isHalfDone: isHalfDone)
    }
}

extension Medium.Operation {
    fileprivate var failure: Int32 {
        switch self {
        case .write: IOError.write
        case .resize: IOError.truncate
        case .sync: IOError.sync
        case .remove: IOError.delete
        }
    }
}
