import Dispatch
import Kernel
import Storage

/// A serial queue with one connection to the server.
final class PostgreSQLSession: StoreSession {
    private let queue: DispatchQueue
    private let connection: ConnectionBox

    /// - Parameter connection: used by this session alone from here on.
    init(on connection: sending PostgreSQLConnection, label: String) {
        queue = DispatchQueue(label: label, qos: .userInitiated)
        self.connection = ConnectionBox(connection)
    }

    func run<Result>(_ body: (any DurableConnection) -> Result) -> Result? {
        queue.sync { connection.connection.map { body($0) } }
    }

    func close() {
        queue.sync { connection.connection = nil }
    }
}

/// Carries the connection from where it is made to its queue.
///
/// SAFETY: ``PostgreSQLSession`` touches it inside its serial queue only.
private final class ConnectionBox: @unchecked Sendable {
    /// nil once it is closed: a worker that is still busy must not reach a dead `PGconn *`.
    var connection: PostgreSQLConnection?

    init(_ connection: PostgreSQLConnection) { self.connection = connection }
}

/// The purpose of a connection to the server.
enum ConnectionRole: Equatable {
    /// To read; beside other nodes, for the node with this number.
    case reader(node: Int?)
    /// To write, as the only daemon.
    case onlyWriter
    /// To write, as the node with this name.
    case node(String)

    /// Whether it writes as one of several nodes.
    var isNode: Bool { if case .node = self { true } else { false } }
}

extension StoreError {
    /// - Parameters:
    ///   - state: SQLSTATE, five letters and digits; empty when the server has sent none.
    ///   - isLinkUp: whether the server may still answer.
    ///   - company: which other nodes commit.
    ///   - words: for the log.
    init(state: String, isLinkUp: Bool, company: Company = .none, _ words: String) {
        switch state {
        // An index or a page is damaged.
        case "XX001", "XX002": self = .broken(words)
        case "53100": self = .full(words)
        // libpq's own failure; or the server is shutting down, has crashed, or is now a replica of
        // another.
        case "", "25006": self = .unreachable(words)
        case _ where state.hasPrefix("08") || state.hasPrefix("57P") || !isLinkUp:
            self = .unreachable(words)
        // Another node was faster: in the order of commits, or with the same key.
        case _ where company != .none && Self.lost.contains(state): self = .contended(words)
        case "23505" where company == .others: self = .contended(words)
        // Another process has held the lock for longer than the wait.
        case "55P03": self = .contended(words)
        // A constraint: unique, foreign key, check.
        case _ where state.hasPrefix("23"): self = .conflict(words)
        default: self = .failed(words)
        }
    }

    /// The states after which a commit beside other nodes has to begin anew: the order of commits
    /// could not be kept, or two transactions waited for each other.
    private static let lost: Set<String> = ["40001", "40P01"]
}
