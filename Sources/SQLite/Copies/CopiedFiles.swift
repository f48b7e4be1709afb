import Glibc
public import Kernel
public import Storage

/// The files of users that belong to the data: which, and where their bytes are.
public struct DataFiles: Sendable {
    /// The table whose rows are files.
    public let table: String
    /// The names of all files.
    public let names: Query<FileName>
    /// The folder with their bytes.
    public let folder: FileFolder

    /// - Parameters: as the properties.
    public init(table: String, names: Query<FileName>, in folder: FileFolder) {
        (self.table, self.names, self.folder) = (table, names, folder)
    }
}

/// The files in a copy, between its note and its seal: for each a line `NAME BYTES`, then the
/// bytes.
struct CopiedFiles: Equatable {
    /// How many files.
    let count: Int
    /// The bytes of all, with their lines.
    let bytes: Int

    static let none = CopiedFiles(count: 0, bytes: 0)
    private static let pieceBytes = 1 << 18
    private static let lineBytesMax = 64

    private static func line(_ name: FileName, _ size: Int) -> [UInt8] {
        Array("\(name.text) \(size)\n".utf8)
    }

    /// The files that the copied rows name.
    ///
    /// - Returns: those that are there, with their sizes, and how many are missing.
    static func listed(
        _ files: DataFiles, by connection: SQLiteConnection
    ) throws(DataFailure) -> (found: [(name: FileName, size: Int)], missing: Int) {
        var (found, missing): ([(name: FileName, size: Int)], Int) = ([], 0)
        do throws(StoreError) {
            let tables = Query<Int64>(
                "SELECT count(*) FROM sqlite_schema WHERE name = \(files.table)"
            ) { columns throws(StoreError) in try columns.integer() }
            guard try connection.first(tables) ?? 0 > 0 else { return ([], 0) }
            try connection.run(files.names.sql) { columns throws(StoreError) in
                let name = try files.names.decode(&columns)
                if let file = try files.folder.open(name) {
                    found.append((name, file.size))
                } else {
                    missing += 1
                }
            }
        } catch {
            throw DataFailure("cannot copy files", error)
        }
        return (found, missing)
    }

    /// What the files will take.
    init(of files: [(name: FileName, size: Int)]) {
        count = files.count
        bytes = files.reduce(0) { $0 + Self.line($1.name, $1.size).count + $1.size }
    }

    init(count: Int, bytes: Int) { (self.count, self.bytes) = (count, bytes) }

    /// Appends files to a copy.
    static func append(
        _ files: [(name: FileName, size: Int)], from folder: FileFolder, to copy: Int32,
        of path: String, _ observe: CopyObserver
    ) throws(DataFailure) {
        let all = CopiedFiles(of: files).bytes
        var done = 0
        for (name, size) in files {
            try append(line(name, size), to: copy, of: path)
            do throws(StoreError) {
                guard let file = try folder.open(name), file.size == size else {
                    throw .broken("the file \(name.text) has changed")
                }
                for start in stride(from: 0, to: size, by: pieceBytes) {
                    let piece = try file.bytes(in: start..<min(start + pieceBytes, size))
                    done += piece.count
                    guard Self.isAppended(piece, to: copy) else {
                        throw .full(String(cString: strerror(errno)))
                    }
                }
            } catch {
                throw DataFailure("cannot write \(path)", error)
            }
            try observe(CopyProgress(bytesDone: done, bytesAll: all))
        }
    }

    private static func append(
        _ bytes: [UInt8], to copy: Int32, of path: String
    ) throws(DataFailure) {
        guard isAppended(bytes, to: copy) else {
            throw .ofSystem(.notWritten, "cannot write \(path)")
        }
    }

    private static func isAppended(_ bytes: [UInt8], to copy: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { rest in
                pwrite(copy, rest.baseAddress, rest.count, lseek(copy, 0, SEEK_END))
            }
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                return false
            }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Writes the files of a copy into a folder, in place of those of the same name.
    ///
    /// - Parameter start: where they begin in the copy.
    func restore(
        from copy: Int32, at start: Int, of path: String, into folder: FileFolder,
        _ observe: CopyObserver
    ) throws(DataFailure) {
        var offset = start
        for _ in 0..<count {
            let (name, size, length) = try Self.entry(at: offset, of: copy, path)
            offset += length
            guard offset + size <= start + bytes else {
                throw DataFailure(.damaged, "\(path) has a file that is cut off: \(name.text)")
            }
            do throws(StoreError) {
                try folder.write(name) { draft throws(StoreError) in
                    for piece in stride(from: 0, to: size, by: Self.pieceBytes) {
                        let count = min(Self.pieceBytes, size - piece)
                        var bytes = [UInt8](repeating: 0, count: count)
                        guard pread(copy, &bytes, count, off_t(offset + piece)) == count else {
                            throw .broken("cannot read \(path)")
                        }
                        try draft.append(bytes)
                    }
                }
            } catch {
                throw DataFailure("cannot restore the file \(name.text)", error)
            }
            offset += size
            try observe(CopyProgress(bytesDone: offset - start, bytesAll: bytes))
        }
    }

    private static func entry(
        at offset: Int, of copy: Int32, _ path: String
    ) throws(DataFailure) -> (name: FileName, size: Int, length: Int) {
        var bytes = [UInt8](repeating: 0, count: lineBytesMax)
        let count = pread(copy, &bytes, lineBytesMax, off_t(offset))
        let line = bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.count == 2, let name = FileName(words[0]), let size = Int(words[1]), size >= 0
        else { throw DataFailure(.damaged, "\(path) has a file without name or size") }
        return (name, size, line.count + 1)
    }
}
