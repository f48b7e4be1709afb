import Dispatch
import Files
import Kernel
import Observability
import Synchronization

/// Removes the bytes of files that no row names: of those that were deleted, and of uploads that
/// ended without a row.
///
/// What fails is tried again at the next turn.
final class FileSweep: Sendable {
    private static let interval = DispatchTimeInterval.seconds(2)
    /// Turns between two looks for bytes without a row.
    private static let turnsOfOrphans = 1_800
    /// An upload has a row before it is so old.
    private static let orphanAge = Duration.seconds(3_600)
    private static let pageCount = 200

    private let files: any FileStore
    private let store: any Store
    private let queue = DispatchQueue(label: "upfor.files", qos: .utility)
    private let turns = Mutex(0)
    private let isStopped = Atomic<Bool>(false)

    init(_ files: any FileStore, store: any Store) {
        (self.files, self.store) = (files, store)
    }

    func start() {
        queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in
            self?.turn()
            self?.start()
        }
    }

    func stop() { isStopped.store(true, ordering: .relaxed) }

    private func turn() {
        guard !isStopped.load(ordering: .relaxed) else { return }
        let isForOrphans = turns.withLock { turns in
            defer { turns += 1 }
            return turns % Self.turnsOfOrphans == 0
        }
        removeDeleted()
        if isForOrphans { removeOrphans(after: nil) }
    }

    private func removeDeleted() {
        let job = ReadJob { (snapshot) throws(Refusal) in
            try StoredFiles.removed(limit: Self.pageCount, in: snapshot)
        } then: { [self] result in
            guard case .success(let names) = result, !names.isEmpty else { return }
            queue.async { [self] in
                guard (try? files.remove(names)) != nil else { return }
                store.write([
                    WriteJob { (transaction) throws(Refusal) in
                        try StoredFiles.forget(names, in: transaction)
                    }
                ])
            }
        }
        store.read([job])
    }

    private func removeOrphans(after last: FileName?) {
        let names = try? files.names(
            after: last, limit: Self.pageCount, olderThan: Self.orphanAge)
        guard let names, !names.isEmpty else { return }
        let job = ReadJob { (snapshot) throws(Refusal) in
            var orphans: [FileName] = []
            for name in names where try !StoredFiles.isKnown(name, in: snapshot) {
                orphans.append(name)
            }
            return orphans
        } then: { [self] result in
            guard case .success(let orphans) = result else { return }
            queue.async { [self] in
                guard (try? files.remove(orphans)) != nil else { return }
                removeOrphans(after: names.last)
            }
        }
        store.read([job])
    }
}
