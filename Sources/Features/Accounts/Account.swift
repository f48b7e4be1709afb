public import Kernel
public import Wire

/// A person's account, as far as commands need it.
public struct Account: Equatable, Sendable {
    public let id: User.ID
    public let username: String
    public let displayName: String
    /// Shown to the person alone.
    public let email: String

    /// What others see.
    public var profile: UserProfile {
        var profile = UserProfile()
        profile.username = username
        profile.displayName = displayName
        return profile
    }
}

extension UserProfile {
    /// Reads the columns `username, display_name`.
    public init(from columns: inout Columns) throws(StoreError) {
        self.init()
        username = try columns.text()
        displayName = try columns.text()
    }
}
