import Settings

extension ConfigurationKeys {
    static let mailKeys = [
        ConfigurationKey(
            "mail.server", nil, .text(\.mail.server, in: 0...512),
            "Mail server: smtp://HOST:PORT (STARTTLS, except on this machine) or"
                + " smtps://HOST:PORT; empty: no mail is sent."),
        ConfigurationKey(
            "mail.from", nil, .text(\.mail.from, in: 0...254),
            "Sender address of letters; bounces go there."),
        ConfigurationKey(
            "mail.user", nil, .text(\.mail.user, in: 0...254),
            "User name for the mail server; empty: no log-in."),
        ConfigurationKey(
            "mail.password", nil, .text(\.mail.password, in: 0...1_024),
            "File whose first line is the password for the mail server; SIGHUP reads it again."),
        ConfigurationKey(
            "mail.authorities", nil, .text(\.mail.authorities, in: 0...1_024),
            "PEM file of the certificate authorities trusted for the mail server; empty: the"
                + " system's."),
        ConfigurationKey(
            "mail.plain", nil, .boolean(\.mail.plain),
            "Whether a mail server on another machine may be used without TLS; others on the way"
                + " can read codes."),
        ConfigurationKey(
            "mail.giveUpMinutes", "minutes", .integer(\.mail.giveUpMinutes, in: 1...10_080),
            "How long a failed letter is repeated."),
        ConfigurationKey(
            "mail.codesPerHour", "letters", .integer(\.mail.codesPerHour, in: 1...1_000),
            "Letters with a code, for one address and for one account."),
    ]
}
