/// The activities there are, in their fixed order (Z35), as the configuration names them.
public struct ActivityCatalogue: Sendable {
    /// One thing that people can be up for.
    public struct Entry: Equatable, Sendable {
        /// Its name on the wire: "coffee".
        public let name: String
        /// What people read: "Coffee".
        public let title: String
        /// How long "right now" lasts, before the toggle turns itself off (Z42).
        public let lifetime: Duration
        /// Whether it meets every other activity (Z46).
        public let isWildcard: Bool

        /// An activity.
        public init(name: String, title: String, lifetime: Duration, isWildcard: Bool) {
            self.name = name
            self.title = title
            self.lifetime = lifetime
            self.isWildcard = isWildcard
        }
    }

    /// In the order in which they are shown.
    public let entries: [Entry]

    /// - Parameter entries: with different names.
    public init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// The activity of that name.
    func entry(named name: String) -> Entry? {
        entries.first { $0.name == name }
    }

    /// The place of an activity in the order; after all others when it is no longer there.
    func order(of name: String) -> Int {
        entries.firstIndex { $0.name == name } ?? entries.count
    }
}
