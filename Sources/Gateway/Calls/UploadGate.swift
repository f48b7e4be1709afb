import Dispatch
import Kernel
import Synchronization

/// Limits how many bodies over the usual limit are received at once, on all loops together.
package final class UploadGate: Sendable {
    /// The most that are kept in memory. Each has its room from the beginning: 32 MiB of pictures.
    static let uploadsMax = 32
    /// The most that are stored as they arrive. Each has a descriptor, and up to 384 KiB in memory:
    /// a part, what has arrived behind it, and a piece for PostgreSQL.
    static let storedUploadsMax = 64
    /// The most of one user, who thus cannot keep out the others.
    static let uploadsOfUserMax = 2

    private let counts = Mutex((inMemory: 0, stored: 0, byUser: [User.ID: Int]()))

    /// Nothing has happened yet.
    package init() {}

    /// - Parameter entry: the command that brings the file.
    /// - Returns: nil when there are as many as may be.
    func admit(_ caller: Caller, _ token: String, for entry: CatalogEntry? = nil) -> Upload? {
        let sink = entry?.upload?.sink?()
        let isOpen = counts.withLock { counts in
            let own = counts.byUser[caller.user, default: 0]
            guard own < Self.uploadsOfUserMax,
                sink == nil
                    ? counts.inMemory < Self.uploadsMax : counts.stored < Self.storedUploadsMax
            else { return false }
            if sink == nil { counts.inMemory += 1 } else { counts.stored += 1 }
            counts.byUser[caller.user] = own + 1
            return true
        }
        return isOpen ? Upload(of: caller, token, entry, into: sink, through: self) : nil
    }

    fileprivate func leave(_ user: User.ID, isStored: Bool) {
        counts.withLock { counts in
            if isStored { counts.stored -= 1 } else { counts.inMemory -= 1 }
            let own = counts.byUser[user, default: 1] - 1
            counts.byUser[user] = own > 0 ? own : nil
        }
    }
}

/// A large body under way, and its place: releasing it makes room for another.
final class Upload: Sendable {
    /// The caller who sends the body.
    let caller: Caller
    /// The token that identified the caller.
    let token: String
    /// The command that brings the file.
    let entry: CatalogEntry?
    private let sink: (any UploadSink)?
    private let gate: UploadGate
    /// Where the body is stored: the disk may take its time, and others do not wait for it.
    private let queue: DispatchQueue
    private static let queues = (0..<8).map {
        DispatchQueue(label: "upfor.uploads-\($0)", qos: .utility)
    }
    private static let turn = Atomic(0)

    fileprivate init(
        of caller: Caller, _ token: String, _ entry: CatalogEntry?, into sink: (any UploadSink)?,
        through gate: UploadGate
    ) {
        (self.caller, self.token, self.entry) = (caller, token, entry)
        (self.sink, self.gate) = (sink, gate)
        let turn = Self.turn.wrappingAdd(1, ordering: .relaxed).newValue
        queue = Self.queues[Int(UInt(bitPattern: turn) % UInt(Self.queues.count))]
    }

    deinit {
        if let sink { queue.async { sink.cancel() } }
        gate.leave(caller.user, isStored: sink != nil)
    }

    /// Whether the body is stored as it arrives.
    var isStored: Bool { sink != nil }

    /// Stores a part of the body.
    ///
    /// - Parameter take: called on another thread.
    func append(_ bytes: [UInt8], then take: @escaping @Sendable (Result<Void, Refusal>) -> Void) {
        guard let sink else { return take(.failure(.fault)) }
        queue.async {
            take(Result { () throws(Refusal) in try sink.append(bytes) })
        }
    }

    /// Completes the file.
    ///
    /// - Parameter take: called on another thread.
    func finish(then take: @escaping @Sendable (Result<UploadedFile, Refusal>) -> Void) {
        guard let sink else { return take(.failure(.fault)) }
        queue.async {
            take(Result { () throws(Refusal) in try sink.finish() })
        }
    }
}
