import Dispatch

/// Lines in and lines out, where there is no terminal: in a pipe, for a script.
final class PlainScreen: Screen {
    let lines: AsyncStream<String>
    let isLive = false
    let typing = AsyncStream<Void> { $0.finish() }
    private let printer = StandardPrinter()

    /// Reads standard input on a thread of its own, so that waiting for it holds nobody up.
    init() {
        let (lines, read) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        DispatchQueue(label: "upfor.input").async {
            while let line = readLine() { read.yield(line) }
            read.finish()
        }
    }

    func data(_ lines: [String]) { printer.data(lines) }
    func talk(_ lines: [String]) { printer.talk(lines) }
    func ask(_ prompt: Prompt) {}
    func show(_ board: Board) {}
    func know(_ vocabulary: Vocabulary) {}
    func close() async {}
}
