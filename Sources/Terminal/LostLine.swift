/// How a lost connection is spoken of.
enum LostLine {
    /// One line: why, and when it is tried again.
    static func text(_ reason: String, retryIn: Duration) -> String {
        let tenths =
            (retryIn.components.seconds * 10
                + retryIn.components.attoseconds / 100_000_000_000_000_000)
        return "connection lost (\(SafeText(reason).line)); "
            + "trying again in \(tenths / 10).\(tenths % 10) s"
    }
}
