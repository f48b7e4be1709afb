extension Configuration {
    /// How often users, devices and addresses may do what.
    static let rateKeys = [
        ConfigurationKey(
            "rates.enabled", nil, .boolean(\.rates.enabled),
            "Whether it is limited how often somebody may do something.", .reload),
        ConfigurationKey(
            "rates.messagesBurst", "messages", .integer(\.rates.messagesBurst, in: 0...10_000),
            "Most messages of a user at once; 0 here and below: as often as one likes.", .reload),
        ConfigurationKey(
            "rates.messagesPerMinute", "messages",
            .integer(\.rates.messagesPerMinute, in: 0...1_000_000),
            "Messages of a user in the long run.", .reload),
        ConfigurationKey(
            "rates.requestsPerDay", "requests", .integer(\.rates.requestsPerDay, in: 0...10_000),
            "Requests of a user to be a friend.", .reload),
        ConfigurationKey(
            "rates.reportsPerDay", "reports", .integer(\.rates.reportsPerDay, in: 0...10_000),
            "Reports of a user to administrators.", .reload),
        ConfigurationKey(
            "rates.togglesPerMinute", "toggles", .integer(\.rates.togglesPerMinute, in: 0...10_000),
            "Toggles of activities of a user.", .reload),
        ConfigurationKey(
            "rates.lookupsBurst", "look-ups", .integer(\.rates.lookupsBurst, in: 0...10_000),
            "Most look-ups and blocks of people at once, of a user.", .reload),
        ConfigurationKey(
            "rates.lookupsPerMinute", "look-ups",
            .integer(\.rates.lookupsPerMinute, in: 0...10_000),
            "Look-ups and blocks of a user in the long run.", .reload),
        ConfigurationKey(
            "rates.settingsBurst", "settings", .integer(\.rates.settingsBurst, in: 0...10_000),
            "Most changes at once of a user's settings: privacy, mutes, audiences, unblocking.",
            .reload),
        ConfigurationKey(
            "rates.settingsPerMinute", "settings",
            .integer(\.rates.settingsPerMinute, in: 0...10_000),
            "Changes of a user's settings in the long run.", .reload),
        ConfigurationKey(
            "rates.marksBurst", "marks", .integer(\.rates.marksBurst, in: 0...10_000),
            "Most read marks of a user at once.", .reload),
        ConfigurationKey(
            "rates.marksPerMinute", "marks", .integer(\.rates.marksPerMinute, in: 0...1_000_000),
            "Read marks of a user in the long run.", .reload),
        ConfigurationKey(
            "rates.proofsPerQuarterHour", "attempts",
            .integer(\.rates.proofsPerQuarterHour, in: 0...10_000),
            "Attempts of a user to prove who they are: for another password, e-mail, the end.",
            .reload),
        ConfigurationKey(
            "rates.profilesPerDay", "changes", .integer(\.rates.profilesPerDay, in: 0...10_000),
            "Other names of a user, and pictures taken away: all friends are told.", .reload),
        ConfigurationKey(
            "rates.uploadsPerDay", "pictures", .integer(\.rates.uploadsPerDay, in: 0...10_000),
            "Pictures that a user puts: each is told to all friends.", .reload),
        ConfigurationKey(
            "rates.exportsBurst", "pages", .integer(\.rates.exportsBurst, in: 0...10_000),
            "Most pages at once of a user's own data.", .reload),
        ConfigurationKey(
            "rates.exportsPerMinute", "pages",
            .integer(\.rates.exportsPerMinute, in: 0...1_000_000),
            "Pages of a user's own data in the long run.", .reload),
        ConfigurationKey(
            "rates.searchesBurst", "searches", .integer(\.rates.searchesBurst, in: 0...10_000),
            "Most searches of a user at once in what was said.", .reload),
        ConfigurationKey(
            "rates.searchesPerMinute", "searches",
            .integer(\.rates.searchesPerMinute, in: 0...1_000_000),
            "Searches of a user in the long run.", .reload),
        ConfigurationKey(
            "rates.loginsPerQuarterHour", "log-ins",
            .integer(\.rates.loginsPerQuarterHour, in: 0...10_000),
            "Log-ins to one account from one address; other addresses are not hindered.", .reload),
        ConfigurationKey(
            "rates.addressLoginsPerQuarterHour", "log-ins",
            .integer(\.rates.addressLoginsPerQuarterHour, in: 0...1_000_000),
            "Log-ins from one IPv4 address or IPv6 /64, to any account; a /48 has four times as"
                + " many.",
            .reload),
        ConfigurationKey(
            "rates.accountLoginsPerHour", "log-ins",
            .integer(\.rates.accountLoginsPerHour, in: 0...1_000_000),
            "Log-ins to one account from all networks from which nobody has logged in to it.",
            .reload),
        ConfigurationKey(
            "rates.recoveriesPerQuarterHour", "attempts",
            .integer(\.rates.recoveriesPerQuarterHour, in: 0...10_000),
            "Codes for one account's forgotten password that are asked for or tried, from one"
                + " address.", .reload),
        ConfigurationKey(
            "rates.registrationsPerHour", "accounts",
            .integer(\.rates.registrationsPerHour, in: 0...1_000_000),
            "New accounts from one IPv4 address or IPv6 /64; a /48 has four times as many.", .reload
        ),
        ConfigurationKey(
            "rates.commandsBurst", "commands", .integer(\.rates.commandsBurst, in: 0...1_000_000),
            "Most commands at once, of one log-in on one device.", .reload),
        ConfigurationKey(
            "rates.commandsPerMinute", "commands",
            .integer(\.rates.commandsPerMinute, in: 0...60_000_000),
            "Commands of one log-in on one device in the long run.", .reload),
        ConfigurationKey(
            "rates.sessionsBurst", "sessions", .integer(\.rates.sessionsBurst, in: 0...10_000),
            "Most sessions that a user opens at once.", .reload),
        ConfigurationKey(
            "rates.sessionsPerMinute", "sessions",
            .integer(\.rates.sessionsPerMinute, in: 0...1_000_000),
            "Sessions that a user opens in the long run.", .reload),
        ConfigurationKey(
            "rates.snapshotsBurst", "snapshots", .integer(\.rates.snapshotsBurst, in: 0...10_000),
            "Most of these at once that bring all there is: for a device that starts anew.",
            .reload),
        ConfigurationKey(
            "rates.snapshotsPerMinute", "snapshots",
            .integer(\.rates.snapshotsPerMinute, in: 0...1_000_000),
            "The same in the long run.", .reload),
    ]
}
