import Dispatch
import Files
import Kernel
import Observability
import Synchronization

/// Deletes the bytes of files that no row names: of those whose row was deleted, and of uploads
/// that ended without a row.
///
/// What fails is tried again at the next turn.
final class FileSweep: Sendable {
    private static let interval = DispatchTimeInterval.seconds(2)
    /// Turns between two looks for orphans, which are an hour apart: an upload has its row before.
    static let turnsOfOrphans = 1_800
    private static let pageCount = 200

    private struct State {
        var turn = 0
        /// Names without a row at the last look, and at this one so far.
        var before: Set<FileName> = []
        var found: Set<FileName> = []
    }

    let files: any FileStore
    private let store: any Store
    private let queue = DispatchQueue(label: "upfor.files", qos: .utility)
    private let state = Mutex(State())
    private let isStopped = Atomic<Bool>(false)

    init(_ files: any FileStore, store: any Store) {
        (self.files, self.store) = (files, store)
    }

    func start() {
        queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in
            guard let self, !isStopped.load(ordering: .relaxed) else { return }
            deleteRemoved()
            let turn = state.withLock { state in
                state.turn += 1
                return state.turn
            }
            if turn % Self.turnsOfOrphans == 0 { lookForOrphans() }
            start()
        }
    }

    func stop() { isStopped.store(true, ordering: .relaxed) }

    /// Deletes the bytes of files whose row was deleted.
    private func deleteRemoved() {
        let job = ReadJob { (snapshot) throws(Refusal) in
            try StoredFiles.removed(limit: Self.pageCount, in: snapshot)
        } then: { [self] result in
            guard case .success(let names) = result, !names.isEmpty else { return }
            queue.async { [self] in
                let gone = delete(names)
                guard !gone.isEmpty else { return }
                store.write([
                    WriteJob { (transaction) throws(Refusal) in
                        try StoredFiles.forget(gone, in: transaction)
                    }
                ])
            }
        }
        store.read([job])
    }

    /// One that cannot be deleted does not keep the others.
    ///
    /// - Returns: those that are gone.
    private func delete(_ names: [FileName]) -> [FileName] {
        names.filter { (try? files.remove([$0])) != nil }
    }

    /// Deletes the files that had no row at the last look, and have none now.
    ///
    /// Without any row the database is another than that of the files: nothing is deleted then.
    ///
    /// - Parameters:
    ///   - last: the last file of the page before.
    ///   - end: called when all files were looked at.
    func lookForOrphans(after last: FileName? = nil, then end: @escaping @Sendable () -> Void = {})
    {
        let names = try? files.names(after: last, limit: Self.pageCount)
        guard let names, !names.isEmpty else {
            state.withLock { state in
                if names != nil { state.before = state.found }
                state.found = []
            }
            return end()
        }
        let job = ReadJob { (snapshot) throws(Refusal) in
            var orphans: [FileName] = []
            for name in names where try !StoredFiles.isKnown(name, in: snapshot) {
                orphans.append(name)
            }
            return try StoredFiles.areThere(in: snapshot) ? orphans : []
        } then: { [self] result in
            guard case .success(let orphans) = result else { return end() }
            queue.async { [self] in
                let due = state.withLock { state in
                    state.found.formUnion(orphans)
                    return orphans.filter { state.before.contains($0) }
                }
                let gone = delete(due)
                state.withLock { $0.found.subtract(gone) }
                lookForOrphans(after: names.last, then: end)
            }
        }
        store.read([job])
    }
}

/// A store of files whose failures are in the event log.
struct LoggedFiles: FileStore {
    let files: any FileStore
    let log: EventLog

    func begin() throws(StoreError) {
        try log.noting { () throws(StoreError) in try files.begin() }
    }

    func create() throws(StoreError) -> any FileDraft {
        try log.noting { () throws(StoreError) in
            LoggedDraft(draft: try files.create(), log: log)
        }
    }

    func open(_ name: FileName) throws(StoreError) -> (any FileContent)? {
        try log.noting { () throws(StoreError) in
            try files.open(name).map { LoggedContent(content: $0, log: log) }
        }
    }

    func remove(_ names: [FileName]) throws(StoreError) {
        try log.noting { () throws(StoreError) in try files.remove(names) }
    }

    func names(
        after: FileName?, limit: Int
    ) throws(StoreError) -> [FileName] {
        try log.noting { () throws(StoreError) in
            try files.names(after: after, limit: limit)
        }
    }
}

private final class LoggedDraft: FileDraft {
    private let draft: any FileDraft
    private let log: EventLog

    init(draft: any FileDraft, log: EventLog) { (self.draft, self.log) = (draft, log) }

    var name: FileName { draft.name }

    func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        try log.noting { () throws(StoreError) in try draft.append(bytes) }
    }

    func finish() throws(StoreError) {
        try log.noting { () throws(StoreError) in try draft.finish() }
    }
}

private final class LoggedContent: FileContent {
    private let content: any FileContent
    private let log: EventLog

    init(content: any FileContent, log: EventLog) { (self.content, self.log) = (content, log) }

    var size: Int { content.size }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(StoreError) -> Int {
        try log.noting { () throws(StoreError) in try content.read(into: buffer, at: offset) }
    }
}

extension EventLog {
    /// Does something with files; its failure is written down. A copy that is being made is none.
    fileprivate func noting<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        do throws(StoreError) {
            return try body()
        } catch {
            if case .contended = error { throw error }
            write(.filesFault, .reason(error.words))
            throw error
        }
    }
}
