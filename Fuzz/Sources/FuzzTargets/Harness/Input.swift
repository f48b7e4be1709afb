/// What the fuzzer made up: two bytes that steer the harness, then the peer's bytes.
///
/// The steering lies in the input so that a crash is reproduced by its file alone, and so that the
/// fuzzer can look for a telling split as it looks for telling bytes.
package struct Input {
    /// Which variant of the target is run: limits, roles, formats.
    let choice: UInt8
    /// How the peer's bytes are cut.
    let seed: UInt8
    /// What the peer sends.
    let bytes: [UInt8]

    /// Nil if there is nothing to steer with.
    package init?(_ all: UnsafeBufferPointer<UInt8>) {
        guard all.count >= 2 else { return nil }
        (choice, seed, bytes) = (all[0], all[1], Array(all[2...]))
    }

    /// The same steering for other bytes.
    func steering(_ bytes: [UInt8]) -> Input { Input(choice: choice, seed: seed, bytes: bytes) }

    private init(choice: UInt8, seed: UInt8, bytes: [UInt8]) {
        (self.choice, self.seed, self.bytes) = (choice, seed, bytes)
    }

    /// Whether the bit of that number is set in `choice`.
    func chooses(_ bit: Int) -> Bool { choice >> bit & 1 == 1 }
}
