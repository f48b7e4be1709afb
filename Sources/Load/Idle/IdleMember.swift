/// Connects, and says nothing.
struct IdleMember: CrowdMember {
    mutating func opened(_ tally: inout Int, _ output: inout [UInt8]) {
        tally += 1
    }

    mutating func received(
        _ message: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout Int,
        _ output: inout [UInt8]
    ) {}
}
