package import Accounts
internal import Outbound

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

    static let mailKeys = [
        ConfigurationKey(
            "mail.server", nil, .text(\.mail.server, in: 0...512),
            "Mail server that letters are given to: smtp://HOST:PORT (STARTTLS, but on this"
                + " machine) or smtps://HOST:PORT; empty means that no mail is sent."),
        ConfigurationKey(
            "mail.from", nil, .text(\.mail.from, in: 0...254),
            "Address that letters are from, and come back to."),
        ConfigurationKey(
            "mail.user", nil, .text(\.mail.user, in: 0...254),
            "Name to log in to the mail server by; empty means that it asks for none."),
        ConfigurationKey(
            "mail.password", nil, .text(\.mail.password, in: 0...1_024),
            "File whose first line is the password for that; read again by SIGHUP."),
        ConfigurationKey(
            "mail.authorities", nil, .text(\.mail.authorities, in: 0...1_024),
            "PEM file of the authorities that it is trusted by; empty: the system's."),
        ConfigurationKey(
            "mail.plain", nil, .boolean(\.mail.plain),
            "Whether a mail server elsewhere is spoken to without TLS: codes can be read on the"
                + " way."),
        ConfigurationKey(
            "mail.giveUpMinutes", "minutes", .integer(\.mail.giveUpMinutes, in: 1...10_080),
            "How long a letter that the server does not take is tried again."),
        ConfigurationKey(
            "mail.codesPerHour", "letters", .integer(\.mail.codesPerHour, in: 1...1_000),
            "Most letters with a code, to one address and about one account."),
    ]

    /// The rules about it.
    var mailProblems: [(String, String)] {
        guard mail.isOn else { return [] }
        var problems: [(String, String)] = []
        if MailRoute(mail.server) == nil {
            problems.append(
                (
                    "mail.server",
                    "expected smtp://HOST:PORT or smtps://HOST:PORT, got"
                        + " \(mail.server.debugDescription)"
                ))
        }
        let from = mail.from
        let isAddress = (try? OutboundMail(from: from, to: from, fields: [], text: "")) != nil
        if !isAddress || from.split(separator: "@", omittingEmptySubsequences: false).count != 2 {
            problems.append(("mail.from", "expected an address such as upfor@a.example"))
        }
        if mail.user.isEmpty != mail.password.isEmpty {
            let missing = mail.user.isEmpty ? "mail.user" : "mail.password"
            problems.append((missing, "missing: a name and its password go together"))
        }
        return problems
    }
}

extension MailTerms {
    /// Nil when no mail is sent.
    package init?(_ configuration: Configuration) {
        guard configuration.mail.isOn else { return nil }
        self.init(codesPerHour: configuration.mail.codesPerHour)
    }
}
