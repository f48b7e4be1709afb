package import Kernel
import SwiftProtobuf
package import Wire

// Resumes and transcripts, and who reads them (H20).
extension Rules {
    mutating func set(_ command: TeamProfileSet, by user: String) -> Outcome {
        _ = teams.number(of: user)
        if command.openToCompanies {
            teams.open.insert(user)
        } else {
            teams.open.remove(user)
        }
        return Outcome(.teamProfile(teamProfile(of: user)))
    }

    /// Somebody puts a document, or takes it away.
    package mutating func file(_ filing: Filing, at now: Moment) -> Outcome {
        guard !voided.contains(filing.token) else { return Outcome(.invalidToken) }
        guard teams.persons[filing.user] == filing.number else { return Outcome(.notMember) }
        let old = teams.papers[filing.user]?[filing.kind]
        if let content = filing.content, old?.content != content {
            let isPDF = content.starts(with: Array("%PDF-".utf8))
            let document = TeamDocument.with {
                $0.kind = filing.kind
                $0.contentType = isPDF ? "application/pdf" : "text/plain; charset=utf-8"
                ($0.bytes, $0.at) = (UInt32(content.count), now.timestamp)
            }
            teams.papers[filing.user, default: [:]][filing.kind] = TeamBook.Paper(
                document: document, content: content)
        } else if filing.content == nil {
            teams.papers[filing.user]?[filing.kind] = nil
        }
        return Outcome(.teamDocuments(.with { $0.documents = documents(of: filing.user) }))
    }

    /// The number of somebody's profile; nil: there is none.
    package func teamNumber(of user: String) -> UInt32? { teams.persons[user] }

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
        guard !isBarred(user, owner) else { return false }
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
