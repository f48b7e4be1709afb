import Kernel
import Wire

/// Gatherings, projects and swipes, in the model.
package struct TeamBook {
    struct Assembly {
        let number: UInt32
        let title: String
        let starts: Moment
        let ends: Moment
        /// The attendees, with their roles.
        var roles: [String: GatheringRole]
        /// The company that an attendee represents.
        var companies: [String: String] = [:]
        var text = ""

        /// Whether a user is a planner or a coordinator.
        func isRun(by user: String) -> Bool {
            roles[user] == .planner || roles[user] == .coordinator
        }

        /// Whether a user is the only planner.
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
        /// Ordered by join time.
        var members: [(user: String, role: TeamRole, since: Moment)] = []
        /// The room of the team, once it has had two members.
        var room: String?
        /// Users who wait for a place, the longest wait first.
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

    /// The swipe of a side.
    struct Word {
        var isRight: Bool
        /// Whether it was taken back: then it counts as no swipe, but the next one is not the
        /// first.
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
    /// The documents of profiles, by kind.
    var papers: [String: [DocumentKind: Paper]] = [:]
    /// The users who have opened their documents to companies.
    var open: Set<String> = []

    /// Users and projects with mutual swipes, by the user's side.
    var mutual: Set<Side> {
        Set(
            words.compactMap { side, word in
                !side.isByProject && word.isRight && words[side.other]?.isRight == true
                    ? side : nil
            })
    }

    /// Whether a side has a swipe that was not taken back.
    func hasSaid(_ side: Side) -> Bool { words[side].map { !$0.isTakenBack } ?? false }

    /// After a block between two users, neither wants to join a project that the other owns, nor is
    /// wanted for it.
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

    /// A swipe to the right that the command takes back. Blocks do not matter for it.
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
