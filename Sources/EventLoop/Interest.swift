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
