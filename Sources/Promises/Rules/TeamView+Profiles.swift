import SwiftProtobuf
package import Wire

// What users see of each other's roles and documents.
extension TeamView {
    /// Whether somebody gives roles at a gathering.
    package func plans(_ user: String, _ gathering: UInt32) -> Bool {
        teams.assemblies[gathering]?.roles[user] == .planner
    }

    /// Those who attend, without whom a block is between; nil: not for this user.
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

    /// What is wrong with an answer about roles and documents.
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

    /// The number of somebody's profile; nil: there is none.
    package func number(of user: String) -> UInt32? { teams.persons[user] }

    /// The file that somebody gets who asks for a document; nil: that there is none.
    package func paper(_ kind: DocumentKind, of number: UInt32, for user: String) -> [UInt8]? {
        guard let owner = teams.persons.first(where: { $0.value == number })?.key,
            owner == user || mayRead(user, documentsOf: owner)
        else { return nil }
        return teams.papers[owner]?[kind]?.content
    }

    /// All of a profile, as its owner sees them.
    func documents(of user: String) -> [TeamDocument] {
        let kinds: [DocumentKind] = [.resume, .transcript]
        return kinds.compactMap { teams.papers[user]?[$0]?.document }
    }

    /// What a list shows; nil: that there is none.
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

    /// Whether somebody reads what another has: who decides about a project that the other has
    /// joined, or wants and may; and a company that both meet, if it is open to companies.
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
