internal import Outbound

extension Configuration {
    /// How notifications leave for those who are away.
    public struct Notifiers: Equatable, Sendable {
        /// Time to come back before anything leaves, in milliseconds.
        public var delayMilliseconds = 3_000
        /// How long a receiver is tried, in minutes.
        public var giveUpMinutes = 60
        /// Most notifications that wait for each receiver.
        public var queue = 1_000
        /// PEM file of the authorities to trust; empty means those of the system.
        public var authorities = ""
        /// URL that is told of every notification; empty means none.
        public var webhook = ""
        /// File with the secret that signs what it is told.
        public var webhookSecret = ""
        /// File with another secret that signs, too; empty means none.
        public var webhookOtherSecret = ""
        /// Whether it is told what people wrote.
        public var webhookTexts = false
        /// Whether devices may ask push services to notify them.
        public var webPush = false
        /// Push services that are known: those of Google, Mozilla, Apple and Microsoft.
        public var webPushHosts =
            "fcm.googleapis.com, *.push.services.mozilla.com, *.push.apple.com, "
            + "*.notify.windows.com"
        /// How those who run a push service reach the administrator.
        public var webPushContact = ""
        /// Whether push services may have addresses that are not public.
        public var webPushPrivate = false

        /// Whether there are any.
        public var isOn: Bool { !webhook.isEmpty || webPush }
    }

    static let notifierKeys = [
        ConfigurationKey(
            "notifiers.webhook", nil, .text(\.notifiers.webhook, in: 0...2_048),
            "URL that is told of what reaches people who are away; https, or http on this machine;"
                + " empty means none."),
        ConfigurationKey(
            "notifiers.webhookSecret", nil, .text(\.notifiers.webhookSecret, in: 0...1_024),
            "File whose first line, 16 bytes or more, signs what it is told."),
        ConfigurationKey(
            "notifiers.webhookOtherSecret", nil,
            .text(\.notifiers.webhookOtherSecret, in: 0...1_024),
            "File like it that signs, too, while receivers change from one to the other."),
        ConfigurationKey(
            "notifiers.webhookTexts", nil, .boolean(\.notifiers.webhookTexts),
            "Whether it is told what people wrote and are up for."),
        ConfigurationKey(
            "notifiers.webPush", nil, .boolean(\.notifiers.webPush),
            "Whether browsers may be notified by their push services (Web Push)."),
        ConfigurationKey(
            "notifiers.webPushHosts", nil, .text(\.notifiers.webPushHosts, in: 1...4_096),
            "Push services that are known, separated by commas; *.a.example is all below."),
        ConfigurationKey(
            "notifiers.webPushContact", nil, .text(\.notifiers.webPushContact, in: 0...253),
            "How who runs a push service reaches you, as in mailto:admin@a.example."),
        ConfigurationKey(
            "notifiers.webPushPrivate", nil, .boolean(\.notifiers.webPushPrivate),
            "Whether push services may have addresses that are not public: for one of your own."),
        ConfigurationKey(
            "notifiers.authorities", nil, .text(\.notifiers.authorities, in: 0...1_024),
            "PEM file of the authorities that receivers are trusted by; empty: the system's."),
        ConfigurationKey(
            "notifiers.delayMilliseconds", "milliseconds",
            .integer(\.notifiers.delayMilliseconds, in: 0...600_000),
            "Time to come back before anything leaves: who does is not notified outside."),
        ConfigurationKey(
            "notifiers.giveUpMinutes", "minutes",
            .integer(\.notifiers.giveUpMinutes, in: 1...1_440),
            "How long a receiver that does not take a notification is tried again."),
        ConfigurationKey(
            "notifiers.queue", "notifications", .integer(\.notifiers.queue, in: 1...100_000),
            "Most notifications that wait to be tried again, for each kind of receiver, and a tenth"
                + " of those that wait for their first attempt; more are dropped, and counted."
        ),
    ]

    /// The rules about them.
    var notifierProblems: [(String, String)] {
        var problems: [(String, String)] = []
        if !notifiers.webhook.isEmpty {
            if (try? notifiers.webhookTerms().check(url: notifiers.webhook)) == nil {
                problems.append(
                    (
                        "notifiers.webhook",
                        "expected an https URL, or one of http on 127.0.0.1, got"
                            + " \(notifiers.webhook.debugDescription)"
                    ))
            }
            if notifiers.webhookSecret.isEmpty {
                problems.append(
                    ("notifiers.webhookSecret", "missing: what the webhook is told is signed"))
            }
        }
        let contact = notifiers.webPushContact
        if notifiers.webPush, contact.isEmpty {
            problems.append(
                ("notifiers.webPushContact", "missing: push services want to know whom to ask"))
        }
        let isPlain = contact.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
        if !contact.isEmpty, !isPlain || !["mailto:", "https:"].contains(where: contact.hasPrefix) {
            problems.append(
                ("notifiers.webPushContact", "expected mailto:… or https:…, got \(contact)"))
        }
        return problems
    }
}
