import Kernel
import Testing

@Suite struct `A sequence` {
    @Test func `is the same for the same owner of the same kind`() {
        let one = Sequence(kind: "inbox", owner: 1, recovery: "SELECT 1")
        #expect(one == Sequence(kind: "inbox", owner: 1, recovery: "SELECT 2"))
        #expect(one != Sequence(kind: "room", owner: 1, recovery: "SELECT 1"))
        #expect(one != Sequence(kind: "inbox", owner: 2, recovery: "SELECT 1"))
    }
}
