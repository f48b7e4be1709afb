/// Why a loop has stopped accepting for a moment.
public enum AcceptPause: Sendable, Equatable {
    /// The loop holds as many connections as its limits allow.
    case connectionsMax
    /// The system is out of descriptors or memory: `EMFILE`, `ENFILE`, `ENOBUFS` or `ENOMEM`. The
    /// first also says that only those are left which connections never get.
    case exhausted(errno: Int32)
}
