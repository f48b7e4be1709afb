/// What must be true of every input. A failure is a trap, which libFuzzer reports with its input.
enum Oracle {
    static func require(_ holds: Bool, _ what: @autoclosure () -> String) {
        guard !holds else { return }
        fatalError("ORACLE: " + what())
    }

    /// Hears the same from the same bytes, however they are cut.
    ///
    /// - Returns: what was heard.
    @discardableResult
    static func sameInEverySplit<Said: Equatable>(
        _ input: Input, hear: ([ArraySlice<UInt8>]) -> [Said]
    ) -> [Said] {
        let whole = hear([input.bytes[...]])
        for pieces in Splits.all(of: input.bytes, seed: input.seed) {
            let said = hear(pieces)
            require(
                said == whole,
                "pieces of \(pieces.map(\.count)):\n  \(said)\nand at once:\n  \(whole)")
        }
        return whole
    }
}
