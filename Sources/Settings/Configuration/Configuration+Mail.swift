package import Accounts

extension Configuration {
    /// How mail leaves: codes that prove addresses and set new passwords, and what owners of
    /// accounts are told.
    public struct Mail: Equatable, Sendable {
        /// The mail server: `smtp://HOST[:PORT]` or `smtps://HOST[:PORT]`; empty means none.
        public var server = ""
        /// Whose letters they are: an address.
        public var from = ""
        /// Who we are to the server; empty means nobody.
        public var user = ""
        /// File with the proof of that.
        public var password = ""
        /// PEM file of the authorities to trust; empty means those of the system.
        public var authorities = ""
        /// Whether a server elsewhere may be spoken to without encryption.
        public var plain = false
        /// How long a letter is tried, in minutes.
        public var giveUpMinutes = 240
        /// Letters with a code in an hour, to one address and about one account.
        public var codesPerHour = 5

        /// Whether there is any.
        public var isOn: Bool { !server.isEmpty }
    }
}

extension MailTerms {
    /// Nil when no mail is sent.
    package init?(_ configuration: Configuration) {
        guard configuration.mail.isOn else { return nil }
        self.init(codesPerHour: configuration.mail.codesPerHour)
    }
}
