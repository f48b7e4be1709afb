import Kernel

/// Who else commits while this connection does.
enum Company {
    /// Nobody ever: the data are one daemon's.
    case none
    /// Other nodes: whoever meets one of them gives way, and waits for nobody.
    case others
    /// Other nodes at other times: this one has the gate for itself.
    case kept

    /// How a transaction begins that changes something. The gate comes before the first look: what
    /// is seen then is what whoever had it before has left.
    ///
    /// - Source: docs/decisions/0041
    var beginning: [SQL] {
        switch self {
        case .none: ["BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"]
        case .others:
            [
                "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE",
                "SET LOCAL lock_timeout = '25s'",
                "LOCK TABLE commit_gate IN ROW SHARE MODE",
                "SET LOCAL lock_timeout = '50ms'",
            ]
        case .kept:
            [
                "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE",
                "SET LOCAL lock_timeout = '25s'",
                "LOCK TABLE commit_gate IN EXCLUSIVE MODE",
            ]
        }
    }
}
