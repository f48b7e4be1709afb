import Glibc
import Testing

@testable import Server

@Suite struct `A signal` {
    @Test(.timeLimit(.minutes(5))) func `is an order as soon as it is waited for`() async {
        // It does nothing where nothing waits for it.
        let signals = Signals([SIGURG: .reload])
        kill(getpid(), SIGURG)
        var orders = signals.orders.makeAsyncIterator()
        #expect(await orders.next() == .reload)
    }
}
