extension Configuration {
    /// One entry of the catalogue of activities.
    public struct Activity: Equatable, Sendable {
        /// What clients call it: `^[a-z][a-z0-9_]{0,19}$`. Stored, so never change it.
        public var name: String
        /// What people see.
        public var title: String
        /// What is shown beside the title; may be empty.
        public var icon: String
        /// How long it stays on by itself, in minutes.
        public var expiryMinutes: Int
        /// Whether it matches every other activity.
        public var wildcard: Bool

        /// An entry; it is checked with the whole configuration.
        public init(
            name: String, title: String, icon: String = "", expiryMinutes: Int = 120,
            wildcard: Bool = false
        ) {
            self.name = name
            self.title = title
            self.icon = icon
            self.expiryMinutes = expiryMinutes
            self.wildcard = wildcard
        }

        /// Their icons are two columns wide on every terminal.
        static let usual = [
            ("Gym", "💪"), ("Coffee", "☕"), ("Eat", "🍜"), ("Study", "📚"), ("Movie", "🎬"),
            ("Shopping", "🛒"), ("Anything", "✨"),
        ].map { Activity(name: $0.lowercased(), title: $0, icon: $1) }

        package static let countRange = 1...64
        package static let titleRange = 1...40
        package static let iconRange = 0...16
        package static let expiryRange = 1...10_080

        package static func isName(_ text: String) -> Bool {
            let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
            let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
            return (1...20).contains(text.utf8.count)
                && text.utf8.first.map(letters.contains) == true
                && text.utf8.allSatisfy {
                    letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "_")
                }
        }
    }
}
