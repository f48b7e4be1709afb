package import Kernel
import SwiftProtobuf
package import Wire

// Resumes and transcripts (H20).
extension Rules {
    mutating func set(_ command: TeamProfileSet, by user: String) -> Outcome {
        makeTeamProfile(of: user)
        if command.openToCompanies {
            teams.open.insert(user)
        } else {
            teams.open.remove(user)
        }
        return Outcome(.teamProfile(teamView.teamProfile(of: user)))
    }

    /// A user uploads a document, or removes it.
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
        return Outcome(.teamDocuments(.with { $0.documents = teamView.documents(of: filing.user) }))
    }
}

/// What a user does with a resume or a transcript: an HTTP request, and no command.
package struct Filing: Sendable {
    /// The owner of the token.
    package let user: String
    package let token: String
    /// The number of the profile.
    package let number: UInt32
    package let kind: DocumentKind
    /// The file; nil: it is removed.
    package let content: [UInt8]?

    package init(
        user: String, token: String, number: UInt32, kind: DocumentKind, content: [UInt8]?
    ) {
        (self.user, self.token, self.number) = (user, token, number)
        (self.kind, self.content) = (kind, content)
    }
}
