package import Wire

/// What somebody does with a resume or a transcript: a request over HTTP, and no command.
package struct Filing: Sendable {
    /// Whose token it is.
    package let user: String
    package let token: String
    /// Of the profile.
    package let number: UInt32
    package let kind: DocumentKind
    /// The file; nil: it is taken away.
    package let content: [UInt8]?

    package init(
        user: String, token: String, number: UInt32, kind: DocumentKind, content: [UInt8]?
    ) {
        (self.user, self.token, self.number) = (user, token, number)
        (self.kind, self.content) = (kind, content)
    }
}
