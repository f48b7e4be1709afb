import Kernel
import Wire

/// Gatherings, projects and swipes, as the rules have them.
package struct TeamBook {
    struct Assembly {
        let number: UInt32
        let title: String
        let starts: Moment
        let ends: Moment
        /// Who attends it, in which role.
        var roles: [String: GatheringRole]
    }

    struct Venture {
        let number: UInt32
        let gathering: UInt32
        let title: String
        let capacity: UInt32
        /// The longest first.
        var members: [(user: String, role: TeamRole, since: Moment)] = []
        /// The room of the team, since it has two members.
        var room: String?
        /// Who waits for a place, the longest first.
        var waiting: [(user: String, since: Moment)] = []

        func role(of user: String) -> TeamRole {
            members.first { $0.user == user }?.role ?? .noMember
        }
    }

    /// One side of a pair.
    struct Side: Hashable {
        let project: UInt32
        let user: String
        let isByProject: Bool

        var other: Side { Side(project: project, user: user, isByProject: !isByProject) }
    }

    /// What a side has said.
    struct Word {
        var isRight: Bool
        let at: Moment
    }

    /// The numbers of profiles.
    var persons: [String: UInt32] = [:]
    var assemblies: [UInt32: Assembly] = [:]
    var lastAssembly: UInt32 = 0
    var ventures: [UInt32: Venture] = [:]
    var lastVenture: UInt32 = 0
    var words: [Side: Word] = [:]

    mutating func number(of user: String) -> UInt32 {
        if let number = persons[user] { return number }
        let number = UInt32(persons.count + 1)
        persons[user] = number
        return number
    }
}
