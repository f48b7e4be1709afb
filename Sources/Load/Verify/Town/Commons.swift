import Synchronization

/// Where people meet: a group for each four, and a gathering for each pair of friends for good.
final class Commons: Sendable {
    struct Group: Sendable {
        /// "#17"
        let room: String
        /// What others join by.
        let code: String
    }

    private let groups = Mutex<[Int: Group]>([:])
    private let gatherings = Mutex<[Int: UInt32]>([:])

    /// The group of the four that somebody belongs to; nil before it is made.
    func group(of person: Int) -> Group? { groups.withLock { $0[person / 4] } }

    func found(_ group: Group, of person: Int) { groups.withLock { $0[person / 4] = group } }

    /// The number of the gathering that somebody attends; nil before it is made.
    func gathering(of person: Int) -> UInt32? { gatherings.withLock { $0[person / 2] } }

    func plan(_ gathering: UInt32, of person: Int) {
        gatherings.withLock { $0[person / 2] = gathering }
    }
}
