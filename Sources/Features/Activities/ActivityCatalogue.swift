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
    private let wildcards: Set<String>

    /// - Parameters:
    ///   - entries: with different names.
    ///   - notice: how long before a toggle expires its owner is notified; zero: never.
    public init(_ entries: [Entry], notice: Duration = .seconds(600)) {
        self.entries = entries
        self.notice = notice
        wildcards = Set(entries.filter(\.isWildcard).map(\.name))
    }

    /// The title of an activity; its name if it is no longer in the catalogue.
    public func title(of name: String) -> String { entry(named: name)?.title ?? name }

    /// When the owner of a toggle that is set now is notified that it is about to expire: not
    /// before half of its time is over. nil: never.
    func noticeAt(_ entry: Entry, until expires: Moment) -> Moment? {
        guard notice > .zero else { return nil }
        return expires.advanced(by: .zero - min(notice, entry.lifetime / 2))
    }

    /// The activity of that name.
    public func entry(named name: String) -> Entry? {
        entries.first { $0.name == name }
    }

    /// Whether an activity matches every other one; false if it is no longer in the catalogue.
    func isWildcard(_ name: String) -> Bool { wildcards.contains(name) }

    /// The place of an activity in the order; after all others if it is no longer in the catalogue.
    func order(of name: String) -> Int {
        entries.firstIndex { $0.name == name } ?? entries.count
    }
}
