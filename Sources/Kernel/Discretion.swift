/// What others may know of a user, as the user has set it.
public struct Discretion: Equatable, Sendable {
    /// Friends see the user as offline.
    public let isInvisible: Bool
    /// Friends see when the user is typing to them.
    public let sharesTyping: Bool
    /// Friends see how far the user has read.
    public let sharesReceipts: Bool
    /// What the user does with a friend is posted on the circle automatically.
    public let postsOnCircle: Bool
    /// The user is in the list of people, and can be found by a confirmed address.
    public let isListed: Bool
    /// Friends may invite the user to groups.
    public let takesInvitations: Bool

    /// - Parameters: as the properties; the defaults are those of a new account.
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
