/// A printer that also asks.
protocol Screen: Printer {
    /// What is entered, line by line; ends with the input.
    var lines: AsyncStream<String> { get }
    /// Asks with this from now on.
    func ask(_ prompt: Prompt)
    /// Completes from this from now on.
    func know(_ vocabulary: Vocabulary)
    /// Gives the terminal back, once everything has been shown.
    func close() async
}
