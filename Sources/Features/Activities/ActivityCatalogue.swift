import Kernel

/// The activities there are, in their fixed order (Z35), as the configuration names them.
public struct ActivityCatalogue: Sendable {
    /// One thing that people can be up for.
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
    /// How long before a toggle turns itself off its owner is told; zero: never.
    let notice: Duration
    private let wildcards: Set<String>

    /// - Parameters:
    ///   - entries: with different names.
    ///   - notice: how long before a toggle turns itself off its owner is told; zero: never.
    public init(_ entries: [Entry], notice: Duration = .seconds(600)) {
        self.entries = entries
        self.notice = notice
        wildcards = Set(entries.filter(\.isWildcard).map(\.name))
    }

    /// What people read for an activity; its name when it is no longer there.
    public func title(of name: String) -> String { entry(named: name)?.title ?? name }

    /// When somebody who turns it on now is told that it is about to end: not before half of its
    /// time is over. nil: never.
    func noticeAt(_ entry: Entry, until expires: Moment) -> Moment? {
        guard notice > .zero else { return nil }
        return expires.advanced(by: .zero - min(notice, entry.lifetime / 2))
    }

    /// The activity of that name.
    public func entry(named name: String) -> Entry? {
        entries.first { $0.name == name }
    }

    /// Whether an activity meets every other one; false for what is no longer there.
    func isWildcard(_ name: String) -> Bool { wildcards.contains(name) }

    /// The place of an activity in the order; after all others when it is no longer there.
    func order(of name: String) -> Int {
        entries.firstIndex { $0.name == name } ?? entries.count
    }
}
