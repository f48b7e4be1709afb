/// How often a word is used, on the Zipf scale: the logarithm of how often it comes in a billion
/// words, from about 1 (once in a hundred million) to 7 ("the", "of"), where 4.5 is a word that
/// every beginner knows.
///
/// - Source: van Heuven, Mandera, Keuleers, Brysbaert, "SUBTLEX-UK" (2014)
public struct WordFrequency: Comparable, Hashable, Sendable {
    /// In hundredths: 512 is 5.12. From 0 to 900.
    public let hundredths: Int

    /// - Parameter hundredths: as the property; what is outside is moved to the edge.
    public init(hundredths: Int) { self.hundredths = min(900, max(0, hundredths)) }

    /// The number on the scale: 5.12.
    public var zipf: Double { Double(hundredths) / 100 }

    /// In whole numbers from 1 to 7.
    public var grade: Int { min(7, max(1, (hundredths + 50) / 100)) }

    /// By how often they are used.
    public static func < (left: Self, right: Self) -> Bool { left.hundredths < right.hundredths }
}

/// How hard a word is, by how rarely it is used.
public enum WordLevel: Int, CaseIterable, Comparable, Sendable {
    case beginner = 1
    case easy, medium, hard, expert

    /// Those of the level have this frequency at least, and less than the level before.
    public var floor: WordFrequency {
        switch self {
        case .beginner: WordFrequency(hundredths: 450)
        case .easy: WordFrequency(hundredths: 400)
        case .medium: WordFrequency(hundredths: 350)
        case .hard: WordFrequency(hundredths: 300)
        case .expert: WordFrequency(hundredths: 200)
        }
    }

    /// The level of a frequency; nil for a word that is too rare for games.
    public init?(of frequency: WordFrequency) {
        guard let level = Self.allCases.first(where: { frequency >= $0.floor }) else { return nil }
        self = level
    }

    /// The easier one first.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
