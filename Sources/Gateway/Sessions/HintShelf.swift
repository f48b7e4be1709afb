package import Hub
package import Kernel
import Wire

/// Hints that wait for a slow peer: for each key the newest, and a bounded number of keys.
package struct HintShelf: Sendable {
    /// Most keys that wait; then the oldest is dropped.
    package static let keysMax = 256

    private var parts: [HintPart] = []

    package init() {}

    package var isEmpty: Bool { parts.isEmpty }

    /// Keeps `part` instead of an older one with its key.
    package mutating func put(_ part: HintPart) {
        if let index = parts.firstIndex(where: { $0.key == part.key }) {
            parts.remove(at: index)
        } else if parts.count == Self.keysMax {
            parts.removeFirst()
        }
        parts.append(part)
    }

    /// Forgets what it would say about somebody who is no friend any more.
    package mutating func forget(about user: User.ID) {
        parts.removeAll { $0.about == user }
    }

    /// Takes the oldest.
    package mutating func takeFirst() -> HintPart? {
        parts.isEmpty ? nil : parts.removeFirst()
    }
}
