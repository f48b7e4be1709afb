import Foundation
import Glibc
import Kernel
import Observability
import SQLite
import Server
import Settings
import Storage
import Synchronization
import TestSupport
import Testing
import Wire

/// Real files of a real daemon, copied while it serves.
@Suite(.timeLimit(.minutes(5)), .onOwnThreads) struct `A copy of the data` {
    @Test func `is whole and good, however much is going on`() async throws {
        let (site, folder) = (try Site(), try TemporaryFolder())
        let (ana, _) = try await Self.friends(of: site)
        let copies = try Copies(site.configuration)
        let path = "\(folder.path)/copy"
        var said = 0
        for round in 0..<3 {
            let before = said
            // Ana goes on talking, and is answered while the copy is being made.
            let acknowledged = Atomic(0)
            let isMade = Atomic(false)
            async let talk = Self.talk(ana, after: before, until: isMade, counting: acknowledged)
            var duringCopy: Int?
            let size = try copies.make(path, replacing: round > 0) { _ in
                duringCopy = duringCopy ?? Self.waitForMore(than: acknowledged)
            }.bytes
            isMade.store(true, ordering: .relaxed)
            said = try await talk
            #expect(try #require(duringCopy) > 0, "no message was answered during the copy")
            let report = try copies.inspect(path)
            #expect(report.bytes == size)
            #expect(report.note?.version == Version.text)
            #expect(Self.count("users", in: report) == 2)
            let messages = Self.count("messages", in: report)
            #expect((before...said).contains(messages))
            #expect(report.newest != nil)
        }
        #expect(folder.files == ["copy"])
        await site.stop()
    }

    @Test func `is PostgreSQL's to make, where the data are there`() {
        var configuration = Configuration()
        configuration.data.postgresql = "host=nowhere"
        let failures = [
            #expect(throws: DataFailure.self) { _ = try Copies(configuration) },
            #expect(throws: DataFailure.self) { _ = try PersonalData(configuration) },
        ]
        #expect(failures.map { $0?.kind.rawValue } == [64, 64])
        #expect(failures.allSatisfy { $0?.description.contains("PostgreSQL") == true })
    }

    @Test func `has the files of its users, and brings them back`() async throws {
        let (site, folder) = (try Site(), try TemporaryFolder())
        let ana = try await site.person("ana")
        try await ana.signUp()
        let file = TestPicture.file(.jpeg, width: 300, height: 200)
        let path = try await Self.show(file, of: ana, at: site)
        let shown = try Self.bytes(at: path, of: site)
        let (copies, copy) = (try Copies(site.configuration), "\(folder.path)/copy")
        #expect(try copies.make(copy, replacing: false) { _ in }.filesMissing == 0)
        #expect(try copies.inspect(copy).fileCount == 1)
        // What is uploaded later is set aside.
        let later = try await Self.show(
            TestPicture.file(.png) { _, _ in 0xFF }, of: ana, at: site)
        let laterShown = try Self.bytes(at: later, of: site)
        await site.stop()
        let data = site.configuration.data.folder
        let aside = try #require(try await Self.restore(copy, by: copies, replacing: true))
        let kept = FileFolder("\(aside)/files")
        let names = try kept.names(after: nil, limit: 9)
        let sizes = try names.compactMap { try kept.open($0)?.size }
        #expect(sizes.sorted() == [shown.count, laterShown.count].sorted())
        try await site.restart()
        #expect(try Self.bytes(at: path, of: site) == shown)
        #expect(try Self.bytes(at: later, of: site) == [])
        // In an empty folder.
        await site.stop()
        try FileManager.default.removeItem(atPath: data)
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
        _ = try await Self.restore(copy, by: copies, replacing: false)
        try await site.restart()
        #expect(try Self.bytes(at: path, of: site) == shown)
        await site.stop()
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
    func `is restored by root as the data's owner, who follows no link elsewhere`() async throws {
        let (site, folder) = (try Site(), try TemporaryFolder())
        let ana = try await site.person("ana")
        try await ana.signUp()
        _ = try await Self.show(
            TestPicture.file(.jpeg, width: 300, height: 200), of: ana, at: site)
        let (copies, copy) = (try Copies(site.configuration), "\(folder.path)/copy")
        _ = try copies.make(copy, replacing: false) { _ in }
        await site.stop()
        let data = site.configuration.data.folder
        let owner: UInt32 = 65_534
        for path in [folder.path, (data as NSString).deletingLastPathComponent] {
            #expect(chmod(path, 0o711) == 0)
        }
        try FileManager.default.removeItem(atPath: data)
        #expect(mkdir(data, 0o700) == 0 && chown(data, owner, owner) == 0)
        _ = try await Self.restore(copy, by: copies, replacing: false)
        // The owner, or an intruder who has become it, leads root to a folder of another user.
        try FileManager.default.removeItem(atPath: "\(data)/files/drafts")
        let others = try TemporaryFolder()
        try others.write([1], to: "theirs")
        #expect(chmod(others.path, 0o755) == 0)
        #expect(symlink(others.path, "\(data)/files/drafts") == 0)
        let failure = await #expect(throws: DataFailure.self) {
            _ = try await Self.restore(copy, by: copies, replacing: true)
        }
        #expect(failure?.description.contains("cannot delete") == true)
        #expect(failure?.description.contains("drafts/theirs") == true)
        #expect(others.files == ["theirs"])
        #expect(unlink("\(data)/files/drafts") == 0)
        for name in try FileManager.default.contentsOfDirectory(atPath: data)
        where name.hasPrefix("replaced-") {
            try FileManager.default.removeItem(atPath: "\(data)/\(name)")
        }
        let aside = try #require(try await Self.restore(copy, by: copies, replacing: true))
        for path in try FileManager.default.subpathsOfDirectory(atPath: data) {
            var facts = stat()
            #expect(lstat("\(data)/\(path)", &facts) == 0 && facts.st_uid == owner, "\(path)")
        }
        let kept = FileFolder("\(aside)/files")
        #expect(try kept.names(after: nil, limit: 9).count == 1)
    }

    @Test func `is made though a file is missing, and says so`() async throws {
        let (site, folder) = (try Site(), try TemporaryFolder())
        let ana = try await site.person("ana")
        try await ana.signUp()
        _ = try await Self.show(TestPicture.file(.png) { _, _ in 0xFF }, of: ana, at: site)
        let files = FileFolder(DataFolder.files(in: site.configuration.data.folder))
        try files.remove(files.names(after: nil, limit: 9))
        let copies = try Copies(site.configuration)
        #expect(try copies.make("\(folder.path)/copy", replacing: false) { _ in }.filesMissing == 1)
        let report = try copies.inspect("\(folder.path)/copy")
        #expect(report.fileCount == 0 && report.filesMissing == 1)
        await site.stop()
    }

    @Test func `is for its owner only`() async throws {
        try await Self.withCopy { copies, path in
            var facts = stat()
            #expect(stat(path, &facts) == 0)
            #expect(facts.st_mode & 0o777 == 0o600)
        }
    }

    @Test func `is inspected in stages, which are reported`() async throws {
        try await Self.withCopy { copies, path in
            var stages: [InspectionStage] = []
            let report = try copies.inspect(path) { stages.append($0) }
            let parts = stages.compactMap { stage -> CopyProgress? in
                if case .digest(let progress) = stage { progress } else { nil }
            }
            // All but the digest's own line.
            #expect(parts.last?.bytesDone == report.bytes - 72)
            #expect(parts.allSatisfy { $0.bytesAll == report.bytes - 72 })
            #expect(stages.dropFirst(parts.count) == [.structure, .references, .rules])
        }
    }

    @Test func `is refused wherever it is cut off`() async throws {
        try await Self.withCopy { copies, path in
            let whole = try Data(contentsOf: URL(filePath: path))
            let pages = whole.count - whole.count % 4096
            for count in [
                1, 50, 99, 100, 4095, 4096, whole.count / 2, pages - 1, pages, pages + 1,
                whole.count - 73, whole.count - 72, whole.count - 71, whole.count - 1,
            ] {
                try whole.prefix(count).write(to: URL(filePath: path))
                Self.expect(.damaged, "expected", of: path) { _ = try copies.inspect(path) }
            }
        }
    }

    @Test func `is refused whatever bit is another`() async throws {
        try await Self.withCopy { copies, path in
            let whole = try Data(contentsOf: URL(filePath: path))
            var random = SeededGenerator(seed: 7)
            let places =
                stride(from: 0, to: whole.count, by: 4096).map { start in
                    start + random.below(min(4096, whole.count - start))
                } + [18, 68, 71, whole.count - 1, whole.count - 72, whole.count - 73]
            for place in places {
                var bytes = whole
                bytes[place] ^= 1 << UInt8(random.below(8))
                try bytes.write(to: URL(filePath: path))
                Self.expect(.damaged, of: path) { _ = try copies.inspect(path) }
            }
        }
    }

    @Test func `is refused when it is none`() async throws {
        try await Self.withCopy { copies, path in
            try Data().write(to: URL(filePath: path))
            Self.expect(.damaged, "is empty", of: path) { _ = try copies.inspect(path) }
            try Data("{}".utf8).write(to: URL(filePath: path))
            Self.expect(.damaged, "no SQLite database", of: path) { _ = try copies.inspect(path) }
            try Data(repeating: 7, count: 100_000).write(to: URL(filePath: path))
            Self.expect(.damaged, "no SQLite database", of: path) { _ = try copies.inspect(path) }
            unlink(path)
            Self.expect(.missing, "No such file", of: path) { _ = try copies.inspect(path) }
            mkdir(path, 0o700)
            Self.expect(.missing, "is no file", of: path) { _ = try copies.inspect(path) }
            Self.expect(.notMade, "is a folder", of: path) {
                _ = try copies.make(path, replacing: true) { _ in }
            }
            rmdir(path)
        }
    }

    @Test func `replaces nothing, unless it may`() async throws {
        try await Self.withCopy { copies, path in
            let first = try Data(contentsOf: URL(filePath: path))
            Self.expect(.notMade, "is there already", of: path) {
                _ = try copies.make(path, replacing: false) { _ in }
            }
            #expect(try Data(contentsOf: URL(filePath: path)) == first)
            _ = try copies.make(path, replacing: true) { _ in }
            #expect(try Data(contentsOf: URL(filePath: path)) != first)
        }
    }

    @Test func `that is given up leaves everything as it was`() async throws {
        try await Self.withCopy { copies, path in
            let first = try Data(contentsOf: URL(filePath: path))
            let enough = DataFailure(.notNow, "enough of \(path)")
            Self.expect(.notNow, of: path) {
                _ = try copies.make(path, replacing: true) { _ throws(DataFailure) in throw enough }
            }
            #expect(try Data(contentsOf: URL(filePath: path)) == first)
            let folder = URL(filePath: path).deletingLastPathComponent().path
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["copy"])
        }
    }

    @Test(.enabled(if: geteuid() == 0, "needs a file system of its own"))
    func `for which there is no room is not left by halves`() async throws {
        let (site, disk) = (try Site(), try TemporaryFolder())
        guard mount("tmpfs", disk.path, "tmpfs", 0, "size=128k") == 0 else { return }
        defer { umount2(disk.path, Int32(MNT_DETACH)) }
        let copies = try Copies(site.configuration)
        Self.expect(.notWritten, "full", of: disk.path) {
            _ = try copies.make("\(disk.path)/copy", replacing: false) { _ in }
        }
        #expect(disk.files == [])
        await site.stop()
    }

    @Test func `has no place among the data`() async throws {
        let site = try Site()
        let data = site.configuration.data.folder
        let copies = try Copies(site.configuration)
        for name in ["copy", "upfor.sqlite", "upfor.runs"] {
            Self.expect(.notMade, of: "\(data)/\(name)") {
                _ = try copies.make("\(data)/\(name)", replacing: true) { _ in }
            }
        }
        await site.stop()
    }
}

extension `A copy of the data` {
    private static func friends(of site: Site) async throws -> (Participant, Participant) {
        let (ana, ben) = (try await site.person("ana"), try await site.person("ben"))
        try await ana.signUp()
        try await ben.signUp()
        try await ana.befriend(ben)
        return (ana, ben)
    }

    /// Uploads a picture.
    ///
    /// - Returns: its path.
    private static func show(
        _ file: [UInt8], of user: Participant, at site: Site
    ) async throws -> String {
        let token = await user.token
        let peer = try RawPeer(port: site.daemon.port)
        let head = """
            PUT /avatar HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r
            Content-Length: \(file.count)\r\n\r\n
            """
        peer.write(Array(head.utf8) + file)
        #expect(try peer.statusLine() == "HTTP/1.1 200 OK")
        return String(try peer.line().split(separator: "\"")[3])
    }

    /// Restores a copy. A process that another test starts at that moment may have the lock of the
    /// folder until it runs its own program.
    ///
    /// - Returns: the folder of the data that were there.
    private static func restore(
        _ copy: String, by copies: Copies, replacing: Bool
    ) async throws -> String? {
        var aside: String?
        let isRestored = try await eventually {
            do {
                aside = try copies.restore(copy, replacing: replacing) { _ in }.aside
                return true
            } catch let failure as DataFailure where failure.kind == .notNow {
                return false
            }
        }
        #expect(isRestored)
        return aside
    }

    /// What is served at a path; nothing when it is not found.
    private static func bytes(at path: String, of site: Site) throws -> [UInt8] {
        let peer = try RawPeer(port: site.daemon.port)
        peer.write("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        guard try peer.statusLine() == "HTTP/1.1 200 OK" else { return [] }
        let length = try #require(
            peer.head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") })
        return try peer.bytes(try #require(Int(length.dropFirst("Content-Length: ".count))))
    }

    private static func talk(_ ana: Participant, through last: Int) async throws {
        for number in 1...last {
            try await ana.send("message \(number)", to: "ben", cid: "c\(number)")
        }
    }

    /// Goes on behind the message of that number until there is enough.
    ///
    /// - Returns: the number of the last one.
    private static func talk(
        _ ana: Participant, after first: Int, until isOver: borrowing Atomic<Bool>,
        counting acknowledged: borrowing Atomic<Int>
    ) async throws -> Int {
        var number = first
        while !isOver.load(ordering: .relaxed), !Task.isCancelled {
            number += 1
            try await ana.send("message \(number)", to: "ben", cid: "c\(number)")
            acknowledged.add(1, ordering: .relaxed)
        }
        return number
    }

    /// Waits for the next answer.
    ///
    /// - Returns: how many have come meanwhile.
    private static func waitForMore(than acknowledged: borrowing Atomic<Int>) -> Int {
        let (start, end) = (
            acknowledged.load(ordering: .relaxed), ContinuousClock.now + .seconds(120)
        )
        while acknowledged.load(ordering: .relaxed) == start, ContinuousClock.now < end {
            sched_yield()
        }
        return acknowledged.load(ordering: .relaxed) - start
    }

    private static func count(_ name: String, in report: CopyReport) -> Int {
        report.tallies.first { $0.name == name }?.count ?? -1
    }

    /// A good copy of data with a message, of a daemon that is gone.
    private static func withCopy(_ body: (Copies, String) throws -> Void) async throws {
        let (site, folder) = (try Site(), try TemporaryFolder())
        let (ana, _) = try await friends(of: site)
        try await talk(ana, through: 3)
        _ = try await show(TestPicture.file(.jpeg, width: 300, height: 200), of: ana, at: site)
        let copies = try Copies(site.configuration)
        _ = try copies.make("\(folder.path)/copy", replacing: false) { _ in }
        _ = try copies.inspect("\(folder.path)/copy")
        try body(copies, "\(folder.path)/copy")
        await site.stop()
    }

    /// Expects one line for the administrator that names the file and what was expected.
    private static func expect(
        _ kind: DataFailure.Kind, _ words: String? = nil, of path: String,
        at location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) {
        let failure = #expect(throws: DataFailure.self, sourceLocation: location) { try body() }
        #expect(failure?.kind == kind, sourceLocation: location)
        let line = failure?.description ?? ""
        #expect(line.contains(path) && line.contains(words ?? path), sourceLocation: location)
        #expect(!line.contains("\n"), sourceLocation: location)
    }
}
