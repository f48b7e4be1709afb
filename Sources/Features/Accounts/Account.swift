public import Kernel
public import Wire

/// A person's account, as far as commands need it.
public struct Account: Equatable, Sendable {
    /// Never on the wire.
    public let id: User.ID
    /// Never changes.
    public let username: String
    /// Free text, 1 to 40 characters.
    public let displayName: String
    /// Shown to the person alone.
    public let email: String

    /// Who has a name that nobody has: a stranger to everybody, with whom there is nothing.
    public static let nobody = Account(id: .nobody, username: "", displayName: "", email: "")

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
