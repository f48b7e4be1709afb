import CLinux
import Glibc

/// The epoll descriptor that holds everything a loop waits for.
struct Poller: ~Copyable {
    /// Most events that one wait returns.
    static var batch: Int { 256 }

    private let descriptor: Descriptor
    // SAFETY: allocated in `init`, freed in `deinit`, written by `wait` only, which holds at most
    // `batch` events; `event(at:)` checks its bound.
    private let events: UnsafeMutablePointer<epoll_event>

    init() throws(SystemError) {
        guard let descriptor = Descriptor(owning: epoll_create1(Int32(EPOLL_CLOEXEC)))
        else { throw SystemError("epoll_create1") }
        self.descriptor = descriptor
        events = .allocate(capacity: Self.batch)
        events.initialize(repeating: epoll_event(), count: Self.batch)
    }

    deinit { events.deallocate() }

    /// The descriptor itself, readable while anything in it is ready.
    var number: Int32 { descriptor.number }

    /// Begins to watch `number`. False when the kernel has no room for it.
    func add(_ number: Int32, token: UInt64, _ interest: Interest) -> Bool {
        control(EPOLL_CTL_ADD, number, token, interest)
    }

    /// Changes what is watched of `number`.
    func change(_ number: Int32, token: UInt64, _ interest: Interest) {
        let known = control(EPOLL_CTL_MOD, number, token, interest)
        precondition(known, "a descriptor of this loop is missing from its epoll")
    }

    /// Stops watching `number`; closing a descriptor does this by itself.
    func remove(_ number: Int32) {
        _ = control(EPOLL_CTL_DEL, number, 0, [])
    }

    /// Waits for events, for at most `milliseconds`.
    ///
    /// - Returns: how many there are, 0…`batch`; a signal counts as none.
    func wait(milliseconds: Int32) -> Int {
        max(0, Int(epoll_wait(descriptor.number, events, Int32(Self.batch), milliseconds)))
    }

    /// One event of the last wait.
    func event(at position: Int) -> (token: UInt64, ready: Interest) {
        precondition(position >= 0 && position < Self.batch, "no such event")
        let event = events[position]
        return (event.data.u64, Interest(rawValue: event.events))
    }

    private func control(
        _ operation: Int32, _ number: Int32, _ token: UInt64, _ interest: Interest
    ) -> Bool {
        var event = epoll_event()
        event.events = interest.rawValue
        event.data.u64 = token
        return epoll_ctl(descriptor.number, operation, number, &event) == 0
    }
}
