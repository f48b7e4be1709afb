import Dispatch
import EventLoop
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Observability
@testable import Settings

@Suite struct `An event log` {
    let lines = Lines()

    func log(level: EventLevel = .info, capacity: Int = 64) -> EventLog {
        EventLog(sink: lines.sink, level: level, capacity: capacity, clock: { 1_000 })
    }

    @Test func `writes one line of JSON for each event, in order`() {
        let log = log()
        log.write(.serverStarted, .address("127.0.0.1:8080"), .process(7))
        log.write(.accountLogin, .connection(.max), .user(42), .duration(.microseconds(12_345)))
        log.close()
        let head = #"{"t":"1970-01-01T00:00:01.000Z","lvl":"info","ev":"#
        #expect(
            lines.all == [
                head + #""server.started","addr":"127.0.0.1:8080","pid":7}"#,
                head
                    + #""account.login","conn":"18446744073709551615","uid":"42","dur_ms":12.345}"#,
            ])
    }

    @Test func `leaves out what is below its level, but no order of an administrator`() {
        let orders: [EventName] = [.adminDone, .adminRefused, .adminDenied]
        let log = log(level: .error)
        for event in EventName.allCases { log.write(event) }
        log.close()
        let written = EventName.allCases.filter { $0.level >= .error || orders.contains($0) }
        #expect(lines.all.count == written.count)
        #expect(written.contains(.storeFault) && !written.contains(.serverStarted))
    }

    @Test func `writes nothing after it is closed`() {
        let log = log()
        log.write(.serverStopped)
        log.close()
        log.write(.serverStopped)
        log.close()
        #expect(lines.all.count == 1)
    }

    @Test func `keeps what many threads write, each in its order`() {
        let log = log(level: .debug, capacity: 4_000)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for number in 0..<1_000 {
                log.write(.sessionOpened, .user(Int64(thread)), .count(number))
            }
        }
        log.close()
        #expect(lines.all.count == 4_000)
        for thread in 0..<4 {
            let mine = lines.all.filter { $0.contains("\"uid\":\"\(thread)\"") }
            let numbers = mine.compactMap { $0.firstMatch(of: /"n":(\d+)/).flatMap { Int($0.1) } }
            #expect(numbers == Array(0..<1_000))
        }
    }

    @Test func `drops what does not fit, and says how much, without waiting`() {
        let entered = DispatchSemaphore(value: 0)
        let released = DispatchSemaphore(value: 0)
        let lines = lines
        let isFirst = Mutex(true)
        let sink = EventSink { bytes in
            if isFirst.withLock({ first in
                defer { first = false }; return first
            }) {
                entered.signal()
                released.wait()
            }
            return lines.append(bytes)
        }
        let log = EventLog(sink: sink, capacity: 8, clock: { 0 })
        log.write(.serverStarted)
        entered.wait()
        for number in 0..<20 { log.write(.sessionOpened, .count(number)) }
        released.signal()
        log.close()
        #expect(lines.all.count == 10)
        #expect(lines.all.last?.hasSuffix(#""lvl":"warn","ev":"log.dropped","n":12}"#) == true)
        #expect(log.counts[.logDropped] == 1)
        #expect(lines.all[8].hasSuffix(#""n":7}"#))
    }

    @Test func `counts what the sink lost`() {
        let works = Mutex(false)
        let lines = lines
        let sink = EventSink { bytes in
            works.withLock { $0 } && lines.append(bytes)
        }
        let log = EventLog(sink: sink, capacity: 8, clock: { 0 })
        log.write(.serverStarted)
        log.write(.serverStarted)
        log.settle()
        works.withLock { $0 = true }
        log.write(.serverStopped)
        log.close()
        #expect(lines.all.map { $0.contains("server.stopped") } == [true, false])
        #expect(lines.all.last?.hasSuffix(#""n":2}"#) == true)
    }

    @Test(arguments: [true, false])
    func `wakes its writer after a pause, also when the sink failed before it`(works: Bool) {
        let written = DispatchSemaphore(value: 0)
        let sink = EventSink { _ in
            written.signal()
            return works
        }
        let log = EventLog(sink: sink, capacity: 8, clock: { 0 })
        for _ in 0..<3 {
            log.write(.serverStarted)
            #expect(written.wait(timeout: .now() + 120) == .success)
            log.settle()
            while written.wait(timeout: .now()) == .success {}
        }
    }

    @Test func `counts what it loses once, however often it cannot tell`() {
        let log = EventLog(sink: EventSink { _ in false }, capacity: 8, clock: { 0 })
        for count in 1...4 {
            log.write(.serverStarted)
            log.settle()
            #expect(log.droppedCount == count)
        }
        #expect(log.counts[.serverStarted] == 4)
    }

    @Test func `appends to a file, and to a new one once it was moved and reopened`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "events")
        let moved = folder.appending(path: "events.1")
        try Data("yesterday\n".utf8).write(to: file)
        let log = EventLog(sink: try .file(file.path), clock: { 0 })
        log.write(.serverStarted)
        log.settle()
        try FileManager.default.moveItem(at: file, to: moved)
        log.write(.serverStopping)
        log.reopen()
        log.settle()
        log.write(.serverStopped)
        log.close()
        let old = try String(contentsOf: moved, encoding: .utf8)
        #expect(old.hasPrefix("yesterday\n"))
        #expect(old.contains("server.started") && old.contains("server.stopping"))
        let new = try String(contentsOf: file, encoding: .utf8)
        #expect(new.contains("server.stopped") && !new.contains("server.stopping"))
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
        #expect((mode as? Int ?? 0) & 0o137 == 0)
    }

    @Test func `moves a file away before it grows too large, and keeps so many`() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/events"
        let rotation = LogRotation(bytes: 10, keptCount: 2)
        let file = try LogFile(path: path, rotation: rotation)
        for line in ["one\n", "two\n", "three\n", "a line of more\n", "five\n"] {
            #expect(file.write(Array(line.utf8)))
        }
        let texts = try ["", ".1", ".2"].map {
            try String(contentsOfFile: path + $0, encoding: .utf8)
        }
        #expect(texts == ["five\n", "a line of more\n", "three\n"])
        #expect(access(path + ".3", F_OK) != 0)
    }

    @Test func `loses no old file when the new one was removed`() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/events"
        let file = try LogFile(path: path, rotation: LogRotation(bytes: 4, keptCount: 3))
        for line in ["one\n", "two\n", "three\n"] { #expect(file.write(Array(line.utf8))) }
        #expect(unlink(path) == 0)
        for line in ["four\n", "five\n"] { #expect(file.write(Array(line.utf8))) }
        let texts = try ["", ".1", ".2", ".3"].map {
            try String(contentsOfFile: path + $0, encoding: .utf8)
        }
        #expect(texts == ["five\n", "four\n", "two\n", "one\n"])
    }

    @Test func `goes on with the file that another daemon has begun`() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/events"
        let rotation = LogRotation(bytes: 8, keptCount: 3)
        let (old, new) = try (
            LogFile(path: path, rotation: rotation), LogFile(path: path, rotation: rotation)
        )
        for file in [old, new, old, old, new] { #expect(file.write(Array("one\n".utf8))) }
        #expect(new.write(Array("two\n".utf8)))
        let texts = try ["", ".1"].map {
            try String(contentsOfFile: path + $0, encoding: .utf8)
        }
        #expect(texts == ["one\ntwo\n", String(repeating: "one\n", count: 4)])
        #expect(access(path + ".2", F_OK) != 0)
    }

    /// As a full disk does, the limit lets the kernel take a part of what is written.
    @Test func `leaves no half of a line behind`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            let folder = try TemporaryFolder()
            let path = "\(folder.path)/events"
            let file = try LogFile(path: path)
            #expect(file.write(Array("one\n".utf8)))
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            limit.rlim_cur = 10
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            #expect(!file.write(Array("two, and\nthree\n".utf8)))
            limit.rlim_cur = limit.rlim_max
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            #expect(file.write(Array("four\n".utf8)))
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\nfour\n")
        }
    }

    @Test func `knows how large the file was when it began`() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/events"
        for line in ["one\n", "twotwo\n"] {
            let file = try LogFile(path: path, rotation: LogRotation(bytes: 8, keptCount: 1))
            #expect(file.write(Array(line.utf8)))
        }
        #expect(try String(contentsOfFile: path + ".1", encoding: .utf8) == "one\n")
    }

    @Test(arguments: [
        (AddressDetail.full, #","addr":"192.0.2.7:80"}"#),
        (.network, #","addr":"192.0.2.0/24"}"#), (.none, #""conn.opened"}"#),
    ])
    func `says as much of a peer's address as it may`(detail: AddressDetail, end: String) {
        let log = log(level: .debug)
        log.addresses = detail
        log.write(.connectionOpened, .peer(SocketAddress(v4: 0xC000_0207, port: 80)))
        log.write(.serverStarted, .address("192.0.2.7:80"))
        log.close()
        #expect(lines.all[0].hasSuffix(end))
        #expect(lines.all[1].hasSuffix(#","addr":"192.0.2.7:80"}"#))
    }

    @Test func `says why a file cannot be opened`() {
        let error = #expect(throws: EventSinkError.self) {
            try EventSink.file("/nowhere/events")
        }
        #expect(error?.description == "/nowhere/events: No such file or directory")
    }
}
