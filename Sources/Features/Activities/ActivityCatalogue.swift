import Kernel

/// The activities there are, in their fixed order (Z35), as the configuration names them.
public struct ActivityCatalogue: Sendable {
    /// One thing that users can be up for.
    public struct Entry: Equatable, Sendable {
        /// Its name on the wire: "coffee".
        public let name: String
        /// What people read: "Coffee".
        public let title: String
        /// What is shown beside the title: "☕"; may be empty.
        public let icon: String
        /// How long "right now" lasts, before the toggle turns itself off (Z42).
        public let lifetime: Duration
        /// Whether it meets every other activity (Z46).
        public let isWildcard: Bool

        /// An activity.
        public init(
            name: String, title: String, icon: String = "", lifetime: Duration, isWildcard: Bool
        ) {
            self.name = name
            self.title = title
            self.icon = icon
            self.lifetime = lifetime
            self.isWildcard = isWildcard
        }
    }

    /// In the order in which they are shown.
    public let entries: [Entry]
    /// How long before a toggle expires its owner is notified; zero: never.
    let notice: Duration
    /// Whether the activities are those of the shipped configuration.
    let isShipped: Bool

    /// - Parameters:
    ///   - entries: with different names.
    ///   - notice: how long before a toggle expires its owner is notified; zero: never.
    ///   - isShipped: whether they are those of the shipped configuration.
    public init(_ entries: [Entry], notice: Duration = .seconds(600), isShipped: Bool = false) {
        (self.entries, self.notice, self.isShipped) = (entries, notice, isShipped)
    }

    /// The title of an activity; its name if it is no longer in the catalogue.
    public func title(of name: String) -> String { entry(named: name)?.title ?? name }

    /// When a toggle needs attention before it expires: when it begins, if it has not, and else
    /// when its owner is notified of its end. nil: never.
    func dueAt(_ toggle: Toggle) -> Moment? {
        toggle.isAhead ? toggle.starts : endingAt(toggle)
    }

    /// When the owner of a toggle is notified that it is about to expire: not before half of its
    /// time is over. nil: never.
    func endingAt(_ toggle: Toggle) -> Moment? {
        guard notice > .zero else { return nil }
        let span = toggle.expires.unixMilliseconds - toggle.begins.unixMilliseconds
        return toggle.expires.advanced(by: .zero - min(notice, .milliseconds(span / 2)))
    }

    /// The activity of that name.
    public func entry(named name: String) -> Entry? {
        entries.first { $0.name == name }
    }

    /// The place of an activity in the order; after all others if it is no longer in the catalogue.
    func order(of name: String) -> Int {
        entries.firstIndex { $0.name == name } ?? entries.count
    }
}
