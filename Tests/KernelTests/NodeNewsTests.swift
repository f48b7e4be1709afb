import Testing

@testable import Kernel

@Suite struct `What nodes tell one another by the data` {
    @Test(
        arguments: [
            .signedOut(Caller(user: 1, username: "ana", token: 2)), .banned(1, until: nil),
            .banned(1, until: Moment(unixMilliseconds: 7)), .unbanned(1),
            .relation(1, 2, exists: true), .relation(1, 2, exists: false),
            .discretion(1, Discretion(isInvisible: true, sharesTyping: false)),
            .claimed(1, session: 2, device: "a b  7"), .kicked(1), .announced("7 at  once\n 8"),
            .announced("announced 0 kicked 1"),
        ] as [Signal])
    func `is read as it was written`(signal: Signal) throws {
        #expect(Signal(words: try #require(signal.words)) == signal)
        #expect(signal.concernsNodes)
    }

    @Test(arguments: ["", "kicked", "kicked x", "dance 1", "relation 1 2", "announced"])
    func `is left out when it is of a newer version`(words: String) {
        #expect(Signal(words: words) == nil)
    }
}
