import Glibc
import TestSupport
import Testing

@testable import Terminal

@Suite struct `A new file` {
    @Test func `is there when it is whole, and ours alone`() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/me.json"
        let new = try NewFile(path)
        try new.write([1, 2])
        #expect(!folder.files.contains("me.json"))
        #expect(folder.files.allSatisfy { mode("\(folder.path)/\($0)") == 0o600 })
        try new.write([3])
        try new.finish()
        #expect(folder.files == ["me.json"], "no draft stays")
        #expect(try folder.read("me.json") == [1, 2, 3])
        #expect(mode(path) == 0o600)
    }

    @Test func `has no name before, where the file system can do that`() throws {
        let folder = try TemporaryFolder()
        let probe = open(folder.path, O_WRONLY | 0o20_000_000 | O_DIRECTORY, 0o600)
        guard probe >= 0 else { return }
        close(probe)
        let new = try NewFile("\(folder.path)/me.json", replaces: true)
        try new.write([1])
        #expect(folder.files == [], "which a crash would leave")
        try new.finish()
        #expect(folder.files == ["me.json"])
    }

    @Test func `that does not come to its end leaves nothing`() throws {
        let folder = try TemporaryFolder()
        do {
            let new = try NewFile("\(folder.path)/me.json")
            try new.write([1])
        }
        #expect(folder.files == [])
    }

    @Test func `takes the place of none, unless that is asked for`() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/me.json"
        try folder.write([1], to: "me.json")
        #expect(throws: Failure.local("cannot make \(path): it is there already")) {
            try NewFile.write([2], to: path)
        }
        #expect(try folder.read("me.json") == [1])
        try NewFile.write([2], to: path, replaces: true)
        #expect(try folder.read("me.json") == [2])
        #expect(folder.files == ["me.json"])
    }

    @Test func `does not replace one that another program makes meanwhile`() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/me.json"
        let new = try NewFile(path)
        try new.write([2])
        try folder.write([1], to: "me.json")
        do {
            try new.finish()
            Issue.record("it took the place of a file")
        } catch {
            #expect(error == .local("cannot make \(path): File exists"))
        }
        #expect(try folder.read("me.json") == [1])
        #expect(folder.files == ["me.json"])
    }

    @Test(arguments: [EPERM, EOPNOTSUPP, ENOSYS])
    func `is made where none can have another name`(refusal: Int32) throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/me.json"
        let bytes = [UInt8](repeating: 7, count: 100_000)
        func write(_ bytes: [UInt8], replaces: Bool) throws(Failure) {
            let new = try NewFile(path, replaces: replaces) { _, _, _ in
                errno = refusal
                return -1
            }
            try new.write(bytes)
            try new.finish()
        }
        try write(bytes, replaces: false)
        #expect(try folder.read("me.json") == bytes)
        try write([1], replaces: true)
        #expect(try folder.read("me.json") == [1])
        #expect(throws: Failure.self) { try write([2], replaces: false) }
        #expect(folder.files == ["me.json"], "no draft stays")
        #expect(mode(path) == 0o600)
    }

    @Test func `is not made through a link that leads nowhere`() throws {
        let folder = try TemporaryFolder()
        symlink("\(folder.path)/elsewhere", "\(folder.path)/link")
        #expect(throws: Failure.self) { try NewFile.write([1], to: "\(folder.path)/link") }
        #expect(folder.files == ["link"])
    }

    @Test(arguments: ["nowhere/me.json", "/proc/me.json"])
    func `that cannot be made is said so`(path: String) {
        #expect {
            try NewFile.write([1], to: path)
        } throws: { error in
            guard case .local(let line)? = error as? Failure else { return false }
            return line.hasPrefix("cannot make \(path): ")
        }
    }

    private func mode(_ path: String) -> UInt32 {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }
}
