import Client
import Glibc
import TestSupport
import Testing
import Wire

@testable import Server
@testable import Settings

/// A whole daemon on a disk that is full, and on one that fails.
@Suite(.timeLimit(.minutes(5)), .onOwnThreads) struct `A daemon's disk` {
    @Test(.enabled(if: geteuid() == 0, "needs a file system of its own"))
    func `may be full for a while: it reads on, and stores again by itself`() async throws {
        let disk = try TemporaryFolder()
        guard mount("tmpfs", disk.path, "tmpfs", 0, "size=4m") == 0 else { return }
        defer { umount2(disk.path, Int32(MNT_DETACH)) }
        let site = try Site { $0.data.folder = "\(disk.path)/data" }
        let ana = try await site.person("ana", .json)
        try await ana.signUp()
        try Self.fill(disk)

        for _ in 0..<5 {
            let error = await #expect(throws: ClientError.self) {
                try await ana.set("coffee", on: true)
            }
            guard case .refused(let refusal)? = error else {
                Issue.record("expected a refusal")
                return
            }
            #expect(refusal.code == .unavailable)
        }
        #expect(try site.metrics()["upfor_store_writable"] == 0)
        guard case .activities = try await ana.call(.activityList(ActivityList())) else {
            Issue.record("expected the list")
            return
        }
        unlink("\(disk.path)/ballast")
        while (try? await ana.set("coffee", on: true)) == nil { await Task.yield() }
        #expect(try site.metrics()["upfor_store_writable"] == 1)
        await site.stop()
        let lines = site.endLog().split(separator: "\n")
        for event in ["store.full", "store.writable"] {
            #expect(lines.filter { $0.contains("\"\(event)\"") }.count == 1)
        }
        #expect(!lines.contains { $0.contains("command.failed") || $0.contains("store.fault") })
    }

    /// A file to the last byte of the disk.
    private static func fill(_ disk: TemporaryFolder) throws {
        let file = open("\(disk.path)/ballast", O_WRONLY | O_CREAT, 0o600)
        defer { close(file) }
        let page = [UInt8](repeating: 0, count: 4096)
        while write(file, page, page.count) > 0 {}
        #expect(errno == ENOSPC)
    }

    /// No file may grow any more: the kernel refuses the write with EFBIG, which is neither a full
    /// disk nor a reason to go on.
    @Test func `may fail: the process ends, with a status of its own`() async throws {
        await #expect(processExitsWith: .exitCode(EX_IOERR)) {
            let site = try Site(endsWhenBroken: true)
            let ana = try await site.person("ana", .json)
            try await ana.signUp()
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 4096, rlim_max: 4096)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            // Answered by nobody.
            try await ana.set("coffee", on: true)
        }
    }
}
