import Kernel
import SplitMix
import Synchronization

/// The files of users in a simulated world: in memory, complete at once, and kept when a daemon
/// dies. The names come from the seed.
final class SimulatedFiles: FileStore {
    private struct State {
        var files: [FileName: [UInt8]] = [:]
        var random: SplitMix64
    }

    private let state: Mutex<State>

    init(seed: UInt64) { state = Mutex(State(random: SplitMix64(seed: seed))) }

    func begin() {}

    func create() -> any FileDraft {
        SimulatedDraft(state.withLock { state in FileName(using: &state.random) }, in: self)
    }

    func open(_ name: FileName) -> (any FileContent)? {
        state.withLock { $0.files[name] }.map(SimulatedContent.init)
    }

    func remove(_ names: [FileName]) {
        state.withLock { state in
            for name in names { state.files[name] = nil }
        }
    }

    func discard(_ name: FileName) { remove([name]) }

    func names(after last: FileName?, limit: Int) -> [FileName] {
        let names = state.withLock { $0.files.keys.sorted() }
        return Array(names.drop { name in last.map { name <= $0 } ?? false }.prefix(limit))
    }

    fileprivate func keep(_ bytes: [UInt8], as name: FileName) {
        state.withLock { $0.files[name] = bytes }
    }
}

private final class SimulatedDraft: FileDraft {
    let name: FileName
    private let files: SimulatedFiles
    private var bytes: [UInt8] = []

    init(_ name: FileName, in files: SimulatedFiles) { (self.name, self.files) = (name, files) }

    func append(_ bytes: UnsafeRawBufferPointer) { self.bytes += bytes }

    func finish() { files.keep(bytes, as: name) }
}

private final class SimulatedContent: FileContent {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var size: Int { bytes.count }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        let part = bytes.dropFirst(offset).prefix(buffer.count)
        buffer.copyBytes(from: part)
        return part.count
    }
}
