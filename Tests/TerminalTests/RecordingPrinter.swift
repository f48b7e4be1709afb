import Synchronization

@testable import Terminal

/// Remembers what it was given.
final class RecordingPrinter: Screen {
    private let recorded = Mutex<
        (
            data: [String], talk: [String], prompts: [Prompt], boards: [Board]
        )
    >(([], [], [], []))
    let isLive: Bool
    let typing = AsyncStream<Void> { $0.finish() }
    let lines = AsyncStream<String> { $0.finish() }

    /// - Parameter isLive: whether it shows a board.
    init(isLive: Bool = false) { self.isLive = isLive }

    func data(_ lines: [String]) { recorded.withLock { $0.data += lines } }
    func talk(_ lines: [String]) { recorded.withLock { $0.talk += lines } }
    func ask(_ prompt: Prompt) { recorded.withLock { $0.prompts.append(prompt) } }
    func show(_ board: Board) { recorded.withLock { $0.boards.append(board) } }
    func know(_ vocabulary: Vocabulary) {}
    func close() async {}

    var dataLines: [String] { recorded.withLock { $0.data } }
    var talkLines: [String] { recorded.withLock { $0.talk } }
    var prompts: [Prompt] { recorded.withLock { $0.prompts } }

    var board: Board? { recorded.withLock { $0.boards.last } }

    /// Discards what it has recorded so far.
    func clear() { recorded.withLock { $0 = ([], [], [], []) } }
}
