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
}
