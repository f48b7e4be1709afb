import Features
package import Kernel
import Settings

extension ConfigurationKeys {
    /// The settings that features declare.
    static let featureKeys = FeatureList.settings.map { setting in
        ConfigurationKey(
            setting, integer: { \.features[integer: $0, default: $1] },
            boolean: { \.features[boolean: $0, default: $1] },
            text: { \.features[text: $0, default: $1] })
    }

    /// How often users, devices and addresses may do what.
    static let rateKeys =
        [
            ConfigurationKey(
                "rates.enabled", nil, .boolean(\.rates.enabled),
                "Whether rate limits are checked. A single limit of 0 means unlimited.", .reload)
        ]
        + Rate.all.flatMap(\.settings).map { setting in
            ConfigurationKey(
                setting, integer: { \.rates.values[integer: $0, default: $1] },
                boolean: { \.rates.values[boolean: $0, default: $1] },
                text: { \.rates.values[text: $0, default: $1] })
        }
}

extension Rate {
    /// Every limit that can be set.
    package static let all: [Rate] = FeatureList.rates + [commands, reads]
}

extension ConfigurationKey {
    /// Most characters of a list of words.
    private static let textMax = 4_096

    /// The row of a setting that a feature has declared, with where its value is kept.
    ///
    /// - Parameters:
    ///   - integer: where a whole number of that name and that default is kept.
    ///   - boolean: the same for a switch.
    ///   - text: the same for words and choices.
    fileprivate init(
        _ setting: Kernel.Setting, integer: (String, Int) -> Path<Int>,
        boolean: (String, Bool) -> Path<Bool>, text: (String, String) -> Path<String>
    ) {
        let effect: Effect = setting.effect == .reload ? .reload : .restart
        let (name, comment) = (setting.name, setting.comment)
        switch setting.form {
        case .integer(let standard, let range, let unit):
            self.init(name, unit, .integer(integer(name, standard), in: range), comment, effect)
        case .boolean(let standard):
            self.init(name, nil, .boolean(boolean(name, standard)), comment, effect)
        case .words(let words, _, _):
            let path = text(name, words.joined(separator: ", "))
            self.init(name, nil, .text(path, in: 0...Self.textMax), comment, effect)
        case .choice(let standard, let names):
            let choice = ConfigurationChoice(text(name, standard), of: names)
            self.init(name, nil, .choice(choice), comment, effect)
        }
    }
}

extension ConfigurationKeys {
    /// Several nodes on one database.
    static let clusterKeys = [
        ConfigurationKey(
            "cluster.node", nil, .text(\.cluster.node, in: 0...40),
            "Unique name of this node, if several nodes serve one PostgreSQL database at the same"
                + " time. Empty: one daemon serves; others may stand by."),
        ConfigurationKey(
            "cluster.redis", nil, .text(\.cluster.redis, in: 0...512),
            "Redis server that carries hints between nodes, as HOST:PORT, rediss://HOST:PORT (over"
                + " TLS) or the path of its socket. Empty: no Redis; events from other nodes arrive"
                + " up to two seconds later, and presence from other nodes is unknown."),
        ConfigurationKey(
            "cluster.redisSecret", nil, .text(\.cluster.redisSecret, in: 0...1_024),
            "File with the password of the Redis server in its first line; empty: it has none."),
        ConfigurationKey(
            "cluster.redisAuthorities", nil, .text(\.cluster.redisAuthorities, in: 0...1_024),
            "PEM file of the certificate authorities trusted for the Redis server; empty: the"
                + " system's."),
        ConfigurationKey(
            "cluster.channel", nil, .text(\.cluster.channel, in: 1...64),
            "What the names of the Redis channels begin with: the same on all nodes of a"
                + " database."),
    ]
}

extension ConfigurationKeys {
    static let linkKeys = [
        ConfigurationKey(
            "links.previews", nil, .boolean(\.links.previews),
            "Whether users may have previews of links made: the server then reads the page, once."),
        ConfigurationKey(
            "links.private", nil, .boolean(\.links.allowsPrivate),
            "Whether pages may have internal addresses and other ports. Users then read, by the"
                + " titles of pages, what this machine can reach."),
        ConfigurationKey(
            "links.authorities", nil, .text(\.links.authorities, in: 0...1_024),
            "PEM file of the certificate authorities trusted for pages; empty: the system's."),
    ]

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

extension ConfigurationKeys {
    static let notifierKeys = [
        ConfigurationKey(
            "notifiers.webhook", nil, .text(\.notifiers.webhook, in: 0...2_048),
            "URL that receives notifications for users who are away; https, or http on this"
                + " machine; empty: no webhook."),
        ConfigurationKey(
            "notifiers.webhookSecret", nil, .text(\.notifiers.webhookSecret, in: 0...1_024),
            "File whose first line, 16 bytes or more, is the secret that signs requests to the"
                + " webhook."),
        ConfigurationKey(
            "notifiers.webhookOtherSecret", nil,
            .text(\.notifiers.webhookOtherSecret, in: 0...1_024),
            "File with a second secret, while receivers change from one to the other; requests"
                + " then have two signatures."),
        ConfigurationKey(
            "notifiers.webhookTexts", nil, .boolean(\.notifiers.webhookTexts),
            "Whether requests to the webhook contain the text that users see."),
        ConfigurationKey(
            "notifiers.webPush", nil, .boolean(\.notifiers.webPush),
            "Whether browsers may subscribe to notifications by their push services (Web Push)."),
        ConfigurationKey(
            "notifiers.webPushHosts", nil, .text(\.notifiers.webPushHosts, in: 1...4_096),
            "Hosts of push services that are contacted, separated by commas; *.a.example is every"
                + " host below a.example."),
        ConfigurationKey(
            "notifiers.webPushContact", nil, .text(\.notifiers.webPushContact, in: 0...253),
            "Your contact for the operators of push services, such as mailto:admin@a.example."),
        ConfigurationKey(
            "notifiers.webPushPrivate", nil, .boolean(\.notifiers.webPushPrivate),
            "Whether push services may have internal addresses and other ports, for a push service"
                + " of your own."),
        ConfigurationKey(
            "notifiers.authorities", nil, .text(\.notifiers.authorities, in: 0...1_024),
            "PEM file of the certificate authorities trusted for webhook and push services; empty:"
                + " the system's."),
        ConfigurationKey(
            "notifiers.delayMilliseconds", "milliseconds",
            .integer(\.notifiers.delayMilliseconds, in: 0...600_000),
            "Delay before a notification is sent; a user who returns within it gets none."),
        ConfigurationKey(
            "notifiers.giveUpMinutes", "minutes",
            .integer(\.notifiers.giveUpMinutes, in: 1...1_440),
            "How long a failed notification is repeated."),
        ConfigurationKey(
            "notifiers.queue", "notifications", .integer(\.notifiers.queue, in: 1...100_000),
            "Most notifications that wait to be repeated, for webhook and push each; ten times as"
                + " many may wait for their first attempt. More are dropped and counted."
        ),
    ]
}
