public import Kernel

/// That somebody joined or left a project.
public struct TeamChange: Equatable, Sendable {
    /// What happened to the membership.
    public enum Kind: Equatable, Sendable {
        case joined, left
    }

    /// The project's number, which never changes and is never given again.
    public let project: UInt32
    /// The project's title.
    public let title: String
    /// What happened.
    public let kind: Kind
    /// Who joined or left.
    public let user: User.ID
    /// The other members: those who stay, or who were there before. The longest member first.
    public let others: [User.ID]

    /// - Parameters: as the properties.
    public init(project: UInt32, title: String, _ kind: Kind, user: User.ID, others: [User.ID]) {
        (self.project, self.title, self.kind) = (project, title, kind)
        (self.user, self.others) = (user, others)
    }
}

/// Does what else follows from a change of a project's members, in the same transaction.
public typealias TeamObserver = @Sendable (TeamChange, Transaction) throws(Refusal) -> Void
