/// What a server needs that sends mail: then addresses are proven by codes.
public struct MailTerms: Sendable {
    /// Most letters with a code in an hour, to one address and about one account.
    public let codesPerHour: Int

    /// - Parameters: as the properties.
    public init(codesPerHour: Int = 5) {
        self.codesPerHour = codesPerHour
    }

    /// Most letters in an hour that tell an account's owner of changes.
    static let noticesPerHour = 20
}
