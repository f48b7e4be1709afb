public import Kernel
import Wire

/// Words: games with those of a dictionary, the challenge of the day, and duels of friends (B).
public struct WordsFeature: Sendable {
    /// One without words.
    public init() {}

    /// Names on the wire -> functions.
    public func install(in catalog: inout Catalog) {
        installEvents(in: &catalog)
    }
}
