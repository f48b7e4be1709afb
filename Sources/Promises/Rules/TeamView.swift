import Kernel
import SwiftProtobuf
package import Wire

/// What users see of gatherings, projects and swipes.
package struct TeamView {
    let teams: TeamBook
    let blocks: Set<Rules.Way>
    let profiles: [String: UserProfile]

    func profile(of user: String) -> UserProfile { profiles[user] ?? UserProfile() }

    /// The numbers of all gatherings and of all projects, for simulated users in search of one.
    package var places: (gatherings: [UInt32], projects: [UInt32]) {
        (teams.assemblies.keys.sorted(), teams.ventures.keys.sorted())
    }

    /// Whether a user swipes for a project.
    package func swipes(_ user: String, for project: UInt32) -> Bool {
        [.owner, .recruiter].contains(teams.ventures[project]?.role(of: user))
    }

    func gathering(_ number: UInt32, for user: String) -> Gathering {
        guard let assembly = teams.assemblies[number] else { return Gathering() }
        return .with {
            ($0.number, $0.title) = (number, assembly.title)
            ($0.starts, $0.ends) = (assembly.starts.timestamp, assembly.ends.timestamp)
            $0.attendees = UInt32(assembly.roles.keys.count { !blocks.bar(user, $0) })
            $0.projects = UInt32(
                teams.ventures.values.count {
                    $0.gathering == number && venture($0.number, for: user) != nil
                })
            $0.role = assembly.roles[user] ?? .notAttending
            ($0.text, $0.company) = (assembly.text, assembly.companies[user] ?? "")
        }
    }

    func project(_ number: UInt32, for user: String, isWhole: Bool) -> Project {
        guard let venture = teams.ventures[number] else { return Project() }
        let attends = teams.assemblies[venture.gathering]?.roles[user] != nil
        return .with {
            ($0.number, $0.gathering, $0.title) = (number, venture.gathering, venture.title)
            ($0.capacity, $0.size) = (venture.capacity, UInt32(venture.members.count))
            $0.role = venture.role(of: user)
            guard isWhole, attends else { return }
            let isMember = venture.role(of: user) != .noMember
            if isMember { $0.room = venture.room ?? "" }
            let seen = venture.members.filter { isMember || !blocks.bar(user, $0.user) }
            $0.members = seen.map { member in
                .with {
                    ($0.user, $0.role) = (profile(of: member.user), member.role)
                    $0.number = teams.persons[member.user] ?? 0
                    $0.since = member.since.timestamp
                }
            }
        }
    }

    func shown(_ side: TeamBook.Side) -> Swipe {
        let word = teams.words[side]
        let isRight = word?.isRight ?? false
        return .with {
            ($0.project, $0.user) = (side.project, profile(of: side.user))
            ($0.profile, $0.byProject) = (teams.persons[side.user] ?? 0, side.isByProject)
            ($0.approve, $0.changes) = (isRight, word?.changes ?? 3)
            $0.mutual = isRight && teams.words[side.other]?.isRight == true
            $0.joined = teams.ventures[side.project]?.role(of: side.user) != .noMember
            if let word { $0.at = word.at.timestamp }
        }
    }

    private func swipes(of user: String) -> [Swipe] {
        let own = teams.words.filter { side, _ in
            guard side.user == user, !side.isByProject, teams.hasSaid(side),
                let venture = teams.ventures[side.project]
            else { return false }
            return venture.role(of: user) != .noMember || !isHidden(venture, from: user)
        }
        return own.sorted { ($0.value.at, $0.key.project) > ($1.value.at, $1.key.project) }
            .map { shown($0.key) }
    }

    private func deck(of user: String, at gathering: UInt32) -> [UInt32] {
        teams.ventures.values.filter { venture in
            let side = TeamBook.Side(project: venture.number, user: user, isByProject: false)
            return venture.gathering == gathering && !teams.hasSaid(side)
                && venture.role(of: user) == .noMember && !isHidden(venture, from: user)
        }.map(\.number).sorted()
    }

    /// What is wrong with an answer about teams; nil: nothing.
    func complaint(
        about answer: Rules.Body, to command: ClientMessage.OneOf_Command, of user: String
    ) -> String? {
        switch (command, answer) {
        case (.projectRead(let command), .project(let found)):
            differ(found, project(command.number, for: user, isWhole: true))
        case (.projectRead(let command), .error):
            differ(venture(command.number, for: user) == nil, true)
        case (.swipeList, .swipes(let list)): differ(list.swipes, swipes(of: user))
        case (.deckRead(let command), .deck(let found)):
            differ(found.cards.map(\.project.number), deck(of: user, at: command.gathering))
        case (.gatheringRead(let command), .gathering(let found)):
            differ(found, gathering(command.number, for: user))
        default: complaint(aboutRoles: answer, to: command, of: user)
        }
    }

    /// A project as it exists for a user. After a block between the user and its owner it does not,
    /// unless the user is a member or runs its gathering.
    func venture(_ number: UInt32, for user: String) -> TeamBook.Venture? {
        guard let venture = teams.ventures[number] else { return nil }
        let isSeen =
            venture.role(of: user) != .noMember || !isHidden(venture, from: user)
            || teams.assemblies[venture.gathering]?.isRun(by: user) == true
        return isSeen ? venture : nil
    }

    func isHidden(_ venture: TeamBook.Venture, from user: String) -> Bool {
        venture.members.contains { $0.role == .owner && blocks.bar($0.user, user) }
    }
}

// What users see of each other's roles and documents.
extension TeamView {
    /// Whether a user grants roles at a gathering.
    package func plans(_ user: String, _ gathering: UInt32) -> Bool {
        teams.assemblies[gathering]?.roles[user] == .planner
    }

    /// The attendees whom no block separates from the user; nil: the user does not attend.
    private func people(at gathering: UInt32, for user: String) -> [Attendee]? {
        guard let assembly = teams.assemblies[gathering], let mine = assembly.roles[user] else {
            return nil
        }
        let seen = assembly.roles.filter { !blocks.bar(user, $0.key) }
        return seen.map { other, role in
            .with {
                ($0.role, $0.company) = (role, assembly.companies[other] ?? "")
                $0.profile = teamProfile(of: other)
                $0.profile.openToCompanies = false
                guard mine == .company, teams.open.contains(other) else { return }
                $0.documents = documents(of: other)
            }
        }.sorted { $0.profile.number < $1.profile.number }
    }

    /// What is wrong with an answer about roles and documents; nil: nothing.
    func complaint(
        aboutRoles answer: Rules.Body, to command: ClientMessage.OneOf_Command, of user: String
    ) -> String? {
        switch (command, answer) {
        case (.gatheringPeople(let command), .attendees(let found)):
            return differ(found.attendees, people(at: command.number, for: user))
        case (.gatheringPeople(let command), .error(let error))
        where [.notMember, .notFound].contains(error.code):
            return differ(people(at: command.number, for: user), nil)
        case (.teamDocumentList(let command), .teamDocuments(let found)):
            return differ(found.documents, documents(command, for: user))
        case (.teamDocumentList(let command), .error(let error)) where error.code == .notFound:
            return differ(documents(command, for: user), nil)
        default: return nil
        }
    }

    /// The number of a user's profile; nil: there is none.
    package func number(of user: String) -> UInt32? { teams.persons[user] }

    /// The file that a user gets for a document; nil: there is none for this user.
    package func paper(_ kind: DocumentKind, of number: UInt32, for user: String) -> [UInt8]? {
        guard let owner = teams.persons.first(where: { $0.value == number })?.key,
            owner == user || mayRead(user, documentsOf: owner)
        else { return nil }
        return teams.papers[owner]?[kind]?.content
    }

    /// All documents of a profile, as its owner sees them.
    func documents(of user: String) -> [TeamDocument] {
        let kinds: [DocumentKind] = [.resume, .transcript]
        return kinds.compactMap { teams.papers[user]?[$0]?.document }
    }

    /// The documents in a list; nil: the list says that there is none.
    func documents(_ command: TeamDocumentList, for user: String) -> [TeamDocument]? {
        guard !command.username.isEmpty, command.username != user else {
            return teams.persons[user].map { _ in documents(of: user) }
        }
        let found = documents(of: command.username)
        return found.isEmpty || !mayRead(user, documentsOf: command.username) ? nil : found
    }

    /// A profile as its owner sees it.
    func teamProfile(of user: String) -> TeamProfile {
        .with {
            ($0.user, $0.number) = (profile(of: user), teams.persons[user] ?? 0)
            ($0.open, $0.openToCompanies) = (true, teams.open.contains(user))
        }
    }

    /// Whether a user may read the documents of another. Owners and recruiters of a project may, if
    /// the other has joined it, or wants to and may. So may a company at a gathering of both, if
    /// the other is open to companies.
    private func mayRead(_ user: String, documentsOf owner: String) -> Bool {
        guard !blocks.bar(user, owner) else { return false }
        let decides = teams.ventures.values.contains { venture in
            guard [.owner, .recruiter].contains(venture.role(of: user)) else { return false }
            let side = TeamBook.Side(project: venture.number, user: owner, isByProject: false)
            return venture.role(of: owner) != .noMember
                || teams.words[side]?.isRight == true && !isHidden(venture, from: owner)
        }
        return decides
            || teams.open.contains(owner)
                && teams.assemblies.values.contains { assembly in
                    assembly.roles[user] == .company && assembly.roles[owner] != nil
                }
    }
}
