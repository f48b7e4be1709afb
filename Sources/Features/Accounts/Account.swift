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
    /// Shown to the person alone; empty when there is none.
    public let email: String
    /// Whether the person has confirmed it.
    public var isEmailVerified = false
    /// What the picture is called; empty when it is the one made of the name.
    public var avatar = ""

    /// Who has a name that nobody has: a stranger to everybody, with whom there is nothing.
    public static let nobody = Account(id: .nobody, username: "", displayName: "", email: "")

    /// What others see.
    public var profile: UserProfile {
        UserProfile(username: username, displayName: displayName, avatar: avatar)
    }
}

extension UserProfile {
    /// Reads the columns `username, display_name, avatar`.
    public init(from columns: inout Columns) throws(StoreError) {
        self.init(
            username: try columns.text(), displayName: try columns.text(),
            avatar: try columns.text())
    }

    /// How somebody is shown.
    ///
    /// - Parameter picture: what it is called; empty for the one made of the name.
    public init(username: String, displayName: String, avatar picture: String = "") {
        self.init()
        (self.username, self.displayName) = (username, displayName)
        let name =
            picture.isEmpty ? Monogram(of: displayName, username: username).fileName : picture
        avatar = PicturePath.folder + name
    }
}
