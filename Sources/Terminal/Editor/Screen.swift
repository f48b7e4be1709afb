/// A printer that also asks.
protocol Screen: Printer {
    /// What is entered, line by line; ends with the input.
    var lines: AsyncStream<String> { get }
    /// Asks with this from now on.
    func ask(_ prompt: Prompt)
    /// Shows how everything stands, from now on; nothing where there is no room for it.
    func show(_ board: Board)
    /// Whether it shows a board at all: where a person sits, and not a script.
    var isLive: Bool { get }
    /// Somebody is typing a text: one sign every few seconds of it; ends with the input.
    var typing: AsyncStream<Void> { get }
    /// Completes from this from now on.
    func know(_ vocabulary: Vocabulary)
    /// Gives the terminal back, once everything has been shown.
    ///
    /// - Throws: why it could not be used at all.
    func close() async throws(Failure)
}
