/// A setting as a feature declares it, with all there is to know about it.
///
/// The configuration reads it, checks it, and writes its part of the example file from it.
public struct Setting: Sendable {
    /// The values that are allowed, and the default.
    public enum Form: Sendable {
        /// A whole number; `unit` is what it counts.
        case integer(Int, in: ClosedRange<Int>, unit: String)
        case boolean(Bool)
        /// Words separated by commas; `expected` is what they must be, and `isWord` whether one is.
        case words([String], expected: String, isWord: @Sendable (String) -> Bool)
        /// One word of a few.
        case choice(String, of: [String])

        /// The default of words, or of a choice; nil for numbers and switches.
        public var text: String? {
            switch self {
            case .words(let words, _, _): words.joined(separator: ", ")
            case .choice(let word, _): word
            case .integer, .boolean: nil
            }
        }
    }

    /// When a changed value takes effect.
    public enum Effect: String, Sendable {
        /// When the settings are read again (SIGHUP).
        case reload
        /// When the daemon starts.
        case restart
    }

    /// Section and name: "circle.minutes".
    public let name: String
    /// The values that are allowed, and the default.
    public let form: Form
    /// One line for the operator.
    public let comment: String
    /// When a changed value takes effect.
    public let effect: Effect

    /// - Parameters: as the properties.
    public init(_ name: String, _ form: Form, _ comment: String, _ effect: Effect = .restart) {
        (self.name, self.form, self.comment, self.effect) = (name, form, comment, effect)
    }
}
