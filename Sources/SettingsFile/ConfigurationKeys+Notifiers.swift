import Settings

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
