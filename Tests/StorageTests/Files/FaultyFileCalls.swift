import Glibc
import Kernel
import Storage
import Synchronization
import TestSupport

/// The system calls on a disk that fails, and one that loses its power.
///
/// Bytes are kept for sure once their file is synced, and names once their folder is. Until then a
/// power cut may take any of them.
final class FaultyFileCalls: FileCalls {
    private struct State {
        var countdown = Int.max
        var callCount = 0
        var failure = StoreError.failed("the disk failed")
        /// Files by their open number, and how many bytes of them are synced.
        var opened: [Int32: String] = [:]
        var synced: [String: Int] = [:]
        /// What a folder has not synced yet.
        var renamed: [(old: String, new: String)] = []
    }

    private let linux = LinuxFileCalls()
    private let state = Mutex(State())

    /// Calls that may fail, so far.
    var callCount: Int { state.withLock(\.callCount) }

    /// Lets one call fail.
    ///
    /// - Parameter number: which of those to come, from 1.
    func fail(at number: Int, _ failure: StoreError) {
        state.withLock { ($0.countdown, $0.failure) = (number, failure) }
    }

    private func count() throws(StoreError) {
        let failure = state.withLock { state -> StoreError? in
            state.callCount += 1
            state.countdown -= 1
            return state.countdown == 0 ? state.failure : nil
        }
        if let failure { throw failure }
    }

    /// Takes what was not synced, by chance.
    func cutPower(_ random: inout SeededGenerator) throws {
        let (synced, renamed) = state.withLock { ($0.synced, $0.renamed) }
        for (old, new) in renamed.reversed() where random.below(2) == 0 {
            if access(new, F_OK) == 0 { try linux.rename(new, to: old) }
        }
        for (path, count) in synced {
            let now = renamed.first { $0.old == path }?.new
            for place in [path, now].compactMap(\.self) {
                guard let (file, size) = try linux.open(place) else { continue }
                linux.close(file)
                let kept = count < size ? count + random.below(size - count + 1) : size
                _ = truncate(place, kept)
            }
        }
    }

    func create(_ path: String) throws(StoreError) -> Int32 {
        try count()
        let file = try linux.create(path)
        state.withLock { ($0.opened[file], $0.synced[path]) = (path, 0) }
        return file
    }

    func open(_ path: String) throws(StoreError) -> (file: Int32, size: Int)? {
        try count()
        return try linux.open(path)
    }

    func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(StoreError) {
        do throws(StoreError) {
            try count()
        } catch {
            // Some of it was written.
            try linux.write(.init(rebasing: bytes.prefix(bytes.count / 2)), to: file)
            throw error
        }
        try linux.write(bytes, to: file)
    }

    func read(
        _ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(StoreError) -> Int {
        try count()
        return try linux.read(file, into: buffer, at: offset)
    }

    func sync(_ file: Int32) throws(StoreError) {
        try count()
        try linux.sync(file)
        state.withLock { state in
            if let path = state.opened[file] { state.synced[path] = nil }
        }
    }

    func close(_ file: Int32) {
        linux.close(file)
        state.withLock { $0.opened[file] = nil }
    }

    func rename(_ path: String, to new: String) throws(StoreError) {
        try count()
        try linux.rename(path, to: new)
        state.withLock { $0.renamed.append((path, new)) }
    }

    func unlink(_ path: String) throws(StoreError) {
        try count()
        try linux.unlink(path)
        state.withLock { $0.synced[path] = nil }
    }

    func makeFolder(_ path: String) throws(StoreError) -> Bool {
        try count()
        return try linux.makeFolder(path)
    }

    func syncFolder(_ path: String) throws(StoreError) {
        try count()
        try linux.syncFolder(path)
        state.withLock { state in
            state.renamed.removeAll { $0.new.hasPrefix("\(path)/") }
        }
    }

    func names(in path: String) throws(StoreError) -> [String] {
        try count()
        return try linux.names(in: path)
    }
}
