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

/// What epoll is asked to watch, and what it reports; the values are the kernel's.
///
/// - Source: epoll_ctl(2), `EPOLL_EVENTS`.
struct Interest: OptionSet, Sendable {
    let rawValue: UInt32

    static let readable = Self(rawValue: 0x001)
    static let writable = Self(rawValue: 0x004)
    /// Always reported, asked or not.
    static let failed = Self(rawValue: 0x008)
    /// Always reported, asked or not.
    static let hungUp = Self(rawValue: 0x010)
    /// Wakes one of the loops that share a listener, not all of them.
    static let exclusive = Self(rawValue: 1 << 28)
    /// Reports each change once: an eventfd need not be read to fall silent.
    static let edge = Self(rawValue: 1 << 31)
}

extension Interest {
    private static let low = Self([.readable, .writable, .failed, .hungUp])

    /// All of it in one byte, for what each connection has.
    var packed: UInt8 {
        UInt8(truncatingIfNeeded: intersection(.low).rawValue)
            | (contains(.exclusive) ? 0x20 : 0) | (contains(.edge) ? 0x40 : 0)
    }

    init(packed: UInt8) {
        self = Self(rawValue: UInt32(packed)).intersection(.low)
        if packed & 0x20 != 0 { insert(.exclusive) }
        if packed & 0x40 != 0 { insert(.edge) }
    }
}
