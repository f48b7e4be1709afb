import Wire

/// An event of an inbox, and its earlier content, which may still be under way.
package struct KeptEvent: Equatable {
    /// nil: it has no content any more.
    package var body: Rules.Body?
    package private(set) var earlier: [Rules.Body] = []
    /// Whether the owner may not read it: now, and at any time so far.
    private var isHidden = false
    package private(set) var wasHidden = false
    /// Whether it is about a message that has disappeared.
    private var isExpired = false
    /// Whether it was hidden for another reason than that.
    package private(set) var wasBarred = false

    package init(_ body: Rules.Body) { self.body = body }

    /// The content, if the owner may read it.
    package var shown: Rules.Body? { isHidden || isExpired ? nil : body }

    /// Whether the owner may not read it now.
    package var isUnreadable: Bool { shown == nil }

    /// Whether it has no content, or was hidden at some time.
    package var isBlank: Bool { body == nil || wasHidden }

    mutating func hide(_ isHidden: Bool) {
        self.isHidden = isHidden
        if isHidden { (wasHidden, wasBarred) = (true, true) }
    }

    mutating func expire(_ isExpired: Bool) {
        self.isExpired = isExpired
        if isExpired { wasHidden = true }
    }

    /// Replaces its content.
    package mutating func say(_ other: Rules.Body?) {
        if let body { earlier.append(body) }
        body = other
    }

    /// Whether this is its content, or was.
    package func hasSaid(_ told: Rules.Body?) -> Bool {
        told == body || told.map(earlier.contains) ?? wasHidden
    }
}
