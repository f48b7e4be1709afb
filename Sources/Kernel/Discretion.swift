/// What others may know of a user, as the user has set it.
public struct Discretion: Equatable, Sendable {
    /// Friends read that the user is offline.
    public let isInvisible: Bool
    /// Friends are told that the user is writing to them.
    public let sharesTyping: Bool
    /// Friends are told how far the user has read.
    public let sharesReceipts: Bool
    /// What the user did with a friend is posted on the circle by itself.
    public let postsOnCircle: Bool
    /// The user is in the list of people, and is found by a confirmed address.
    public let isListed: Bool
    /// Friends may invite the user to groups.
    public let takesInvitations: Bool

    /// - Parameters: as the properties; without any, what an account starts with.
    public init(
        isInvisible: Bool = false, sharesTyping: Bool = true, sharesReceipts: Bool = true,
        postsOnCircle: Bool = true, isListed: Bool = false, takesInvitations: Bool = true
    ) {
        self.takesInvitations = takesInvitations
        self.isListed = isListed
        self.postsOnCircle = postsOnCircle
        self.isInvisible = isInvisible
        self.sharesTyping = sharesTyping
        self.sharesReceipts = sharesReceipts
    }
}
