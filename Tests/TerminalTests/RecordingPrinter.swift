import Synchronization

@testable import Terminal

/// Remembers what it was given.
final class RecordingPrinter: Screen {
    private let recorded = Mutex<(data: [String], talk: [String], prompts: [Prompt])>(([], [], []))
    let lines = AsyncStream<String> { $0.finish() }

    func data(_ lines: [String]) { recorded.withLock { $0.data += lines } }
    func talk(_ lines: [String]) { recorded.withLock { $0.talk += lines } }
    func ask(_ prompt: Prompt) { recorded.withLock { $0.prompts.append(prompt) } }
    func know(_ vocabulary: Vocabulary) {}
    func close() async {}

    var dataLines: [String] { recorded.withLock { $0.data } }
    var talkLines: [String] { recorded.withLock { $0.talk } }
    var prompts: [Prompt] { recorded.withLock { $0.prompts } }

    /// Forgets what came so far.
    func clear() { recorded.withLock { $0 = ([], [], []) } }
}
