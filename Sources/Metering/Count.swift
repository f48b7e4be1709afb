public import Synchronization

/// A number that goes up, or up and down, and that any thread may read at any time.
///
/// - Complexity: `add` is what adding to a plain variable is: no atomic addition, no line of the
///   cache that goes from core to core. `upford measure` tells what each takes.
public struct Count: ~Copyable, Sendable {
    @usableFromInline let value = Atomic<Int>(0)

    /// Zero.
    public init() {}

    /// Adds, on the one thread that adds to this count.
    @inlinable
    public borrowing func add(_ number: Int = 1) {
        value.store(value.load(ordering: .relaxed) &+ number, ordering: .relaxed)
    }

    /// Sets, on the one thread that does.
    @inlinable
    public borrowing func set(_ number: Int) {
        value.store(number, ordering: .relaxed)
    }

    /// Adds, on any thread.
    @inlinable
    public borrowing func addFromAnywhere(_ number: Int = 1) {
        value.wrappingAdd(number, ordering: .relaxed)
    }

    /// The number now.
    @inlinable
    public var current: Int { value.load(ordering: .relaxed) }
}
