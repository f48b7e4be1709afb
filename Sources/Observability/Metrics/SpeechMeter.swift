import Metering

/// The outcomes of words to be spoken, and of recordings to be judged.
package final class SpeechMeter: Sendable {
    /// The kind of work.
    package enum Kind: String, CaseIterable, Sendable {
        case words, recordings
    }

    /// The outcome of the work.
    package enum Outcome: String, CaseIterable, Sendable {
        case done, kept, refused, failed
    }

    /// A place for each kind and outcome.
    private final class Place: Sendable { let count = Count() }
    private let places = (0..<Kind.allCases.count * Outcome.allCases.count).map { _ in Place() }

    /// Nothing has happened yet.
    package init() {}

    /// One more, on any thread.
    package func note(_ kind: Kind, _ outcome: Outcome) {
        place(kind, outcome).count.addFromAnywhere()
    }

    /// How many there were.
    package func count(_ kind: Kind, _ outcome: Outcome) -> Int {
        place(kind, outcome).count.current
    }

    private func place(_ kind: Kind, _ outcome: Outcome) -> Place {
        let row = Kind.allCases.firstIndex(of: kind) ?? 0
        return places[
            row * Outcome.allCases.count + (Outcome.allCases.firstIndex(of: outcome) ?? 0)]
    }
}
