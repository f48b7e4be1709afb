import CLinux
import Glibc

/// The epoll descriptor that holds everything a loop waits for.
struct Poller: ~Copyable {
    /// Most events that one wait returns.
    static var batch: Int { 64 }

    private let descriptor: Descriptor
    // SAFETY: allocated in `init`, freed in `deinit`, written by `wait` only, which holds at most
    // `batch` events; `event(at:)` checks its bound.
    private let events: UnsafeMutablePointer<LinuxEvent>

    init() throws(SystemError) {
        guard let descriptor = Descriptor(owning: linux_epoll_create1(O_CLOEXEC))
        else { throw SystemError("epoll_create1") }
        self.descriptor = descriptor
        events = .allocate(capacity: Self.batch)
        events.initialize(repeating: LinuxEvent(), count: Self.batch)
    }

    deinit { events.deallocate() }

    /// The descriptor itself, readable while anything in it is ready.
    var number: Int32 { descriptor.number }

    /// Begins to watch `number`. False when the kernel has no room for it.
    func add(_ number: Int32, token: UInt64, _ interest: Interest) -> Bool {
        control(LINUX_EPOLL_ADD, number, token, interest)
    }

    /// Changes what is watched of `number`.
    func change(_ number: Int32, token: UInt64, _ interest: Interest) {
        let known = control(LINUX_EPOLL_CHANGE, number, token, interest)
        precondition(known, "a descriptor of this loop is missing from its epoll")
    }

    /// Stops watching `number`; closing a descriptor does this by itself.
    func remove(_ number: Int32) {
        _ = control(LINUX_EPOLL_REMOVE, number, 0, [])
    }

    /// Waits for events, for at most `milliseconds`.
    ///
    /// - Returns: how many there are, 0…`batch`; a signal counts as none.
    func wait(milliseconds: Int32) -> Int {
        max(0, Int(linux_epoll_wait(descriptor.number, events, Int32(Self.batch), milliseconds)))
    }

    /// One event of the last wait.
    func event(at position: Int) -> (token: UInt64, ready: Interest) {
        precondition(position >= 0 && position < Self.batch, "no such event")
        let event = events[position]
        return (event.token, Interest(rawValue: event.ready))
    }

    private func control(
        _ operation: Int, _ number: Int32, _ token: UInt64, _ interest: Interest
    ) -> Bool {
        var event = LinuxEvent(ready: interest.rawValue, token: token)
        return linux_epoll_ctl(descriptor.number, Int32(operation), number, &event) == 0
    }
}
