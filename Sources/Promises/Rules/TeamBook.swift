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
        /// For which company somebody attends.
        var companies: [String: String] = [:]
        var text = ""

        /// Whether somebody plans it, or helps to.
        func isRun(by user: String) -> Bool {
            roles[user] == .planner || roles[user] == .coordinator
        }

        /// Whether nobody else plans it.
        func isOnlyPlanned(by user: String) -> Bool {
            roles.filter { $0.value == .planner }.map(\.key) == [user]
        }
    }

    /// A resume or a transcript.
    struct Paper {
        let document: TeamDocument
        let content: [UInt8]
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
        /// Whether it is as if it had not been said, but that it is no first one.
        var isTakenBack = false
        /// How often it may still be changed.
        var changes: UInt32 = 3
        let at: Moment
    }

    /// The numbers of profiles.
    var persons: [String: UInt32] = [:]
    var assemblies: [UInt32: Assembly] = [:]
    var ventures: [UInt32: Venture] = [:]
    var words: [Side: Word] = [:]
    /// What profiles have, by kind.
    var papers: [String: [DocumentKind: Paper]] = [:]
    /// Who has opened that to companies.
    var open: Set<String> = []

    /// Users and projects that want one another, by the user's side.
    var mutual: Set<Side> {
        Set(
            words.compactMap { side, word in
                !side.isByProject && word.isRight && words[side.other]?.isRight == true
                    ? side : nil
            })
    }

    /// Whether a side has said something that it has not taken back.
    func hasSaid(_ side: Side) -> Bool { words[side].map { !$0.isTakenBack } ?? false }

    /// Of two who have blocked one another, neither wants to join a project of the other's any
    /// more, nor is wanted for it.
    mutating func takeSwipesBack(_ one: String, _ other: String) {
        for (user, owner) in [(one, other), (other, one)] {
            for venture in ventures.values
            where venture.role(of: owner) == .owner && venture.role(of: user) == .noMember {
                ventures[venture.number]?.waiting.removeAll { $0.user == user }
                for isByProject in [false, true] {
                    let side = TeamBook.Side(
                        project: venture.number, user: user, isByProject: isByProject)
                    guard let word = words[side], word.isRight else { continue }
                    words[side]?.isRight = false
                    words[side]?.isTakenBack = true
                }
            }
        }
    }

    /// A swipe to the right that is taken back, whatever a block hides.
    func wanted(_ command: SwipeSet, by user: String) -> TeamBook.Side? {
        guard !command.approve, let venture = ventures[command.project] else { return nil }
        let isByProject = ![user, ""].contains(command.username)
        guard !isByProject || [.owner, .recruiter].contains(venture.role(of: user)) else {
            return nil
        }
        let side = TeamBook.Side(
            project: venture.number, user: isByProject ? command.username : user,
            isByProject: isByProject)
        return words[side]?.isRight == true ? side : nil
    }
}
