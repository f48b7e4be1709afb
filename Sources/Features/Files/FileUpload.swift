import CSodium
public import Kernel
import Synchronization

/// Stores the body of one upload as it arrives.
public final class FileUpload: UploadSink {
    private struct State {
        var draft: (any FileDraft)?
        var hash = crypto_hash_sha256_state()
        var size = 0
        var isOver = false
    }

    private let store: any FileStore
    private let state: Mutex<State>

    init(into store: any FileStore) {
        var state = State()
        crypto_hash_sha256_init(&state.hash)
        self.store = store
        self.state = Mutex(state)
    }

    /// Appends bytes.
    ///
    /// - Throws: `.unavailable` when there is no room, or the store cannot be reached.
    public func append(_ bytes: [UInt8]) throws(Refusal) {
        try state.withLock { state throws(Refusal) in
            guard !state.isOver else { throw .fault }
            do throws(StoreError) {
                let draft = try draft(in: &state)
                try draft.append(bytes)
            } catch {
                throw Refusal(hiding: error)
            }
            crypto_hash_sha256_update(&state.hash, bytes, UInt64(bytes.count))
            state.size += bytes.count
        }
    }

    /// Makes the file durable.
    ///
    /// - Throws: as ``append(_:)``.
    public func finish() throws(Refusal) -> UploadedFile {
        try state.withLock { state throws(Refusal) in
            guard !state.isOver else { throw .fault }
            state.isOver = true
            var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
            crypto_hash_sha256_final(&state.hash, &digest)
            do throws(StoreError) {
                let draft = try draft(in: &state)
                state.draft = nil
                try draft.finish()
                return UploadedFile(
                    name: draft.name, size: state.size, digest: digest, in: store)
            } catch {
                throw Refusal(hiding: error)
            }
        }
    }

    /// The draft, begun with the first bytes: not on the loop that admits the upload.
    private func draft(in state: inout State) throws(StoreError) -> any FileDraft {
        if let draft = state.draft { return draft }
        let draft = try store.create()
        state.draft = draft
        return draft
    }

    /// Removes what was stored, unless the file is complete.
    public func cancel() {
        state.withLock { state in (state.draft, state.isOver) = (nil, true) }
    }
}
