import Synchronization

/// The same "random" bytes in every run.
///
/// - Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
final class SeededEntropy: Sendable {
    private let state: Mutex<UInt64>

    init(seed: UInt64) { state = Mutex(seed) }

    func bytes(_ count: Int) -> [UInt8] {
        state.withLock { state in
            (0..<count).map { _ in
                state &+= 0x9E37_79B9_7F4A_7C15
                let mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
                return UInt8(truncatingIfNeeded: mixed ^ (mixed >> 31))
            }
        }
    }
}
