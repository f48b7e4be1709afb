package import Kernel
package import Wire

/// One thing that a hint says: of those with the same key, the newest counts.
package struct HintPart: Sendable {
    /// What it is about, as in "presence:ana".
    package let key: String
    /// Whom it is about.
    package let about: User.ID
    /// What is said.
    package let body: ServerMessage.OneOf_Body

    package init(key: String, about: User.ID, body: ServerMessage.OneOf_Body) {
        self.key = key
        self.about = about
        self.body = body
    }
}
