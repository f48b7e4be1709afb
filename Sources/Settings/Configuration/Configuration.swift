package import Accounts
internal import EventLoop
public import Kernel
package import Outbound

/// Everything an operator may change, with its default beside it.
///
/// Read once at boot: flags go before the environment, that before the file, that before the
/// defaults. `ConfigurationKeys` of SettingsFile is the one table of what there is;
/// config/upford.yaml is generated from it. Nothing else in the daemon reads the environment or a
/// settings file.
///
/// - Source: docs/decisions/0003
public struct Configuration: Equatable, Sendable {
    /// Where clients connect.
    public var listen = Listen()
    /// Requests.
    public var http = HTTP()
    /// The web page.
    public var page = Page()
    /// Encrypted connections.
    public var tls = TLS()
    /// The administrator's doors: one for monitors, one for orders.
    public var admin = Admin()
    /// Event loops; 0 means one per core, and one on a machine of two cores or fewer.
    public var loops = 0
    /// The store.
    public var data = Data()
    /// Other nodes on the same data.
    public var cluster = Cluster()
    /// Limits of one connection, and of all of them.
    public var limits = Limits()
    /// Compression of messages.
    public var deflate = Deflate()
    /// When a silent peer is given up.
    public var heartbeat = Heartbeat()
    /// How users' presence is announced.
    public var presence = Presence()
    /// Notices that a user is typing.
    public var typing = Typing()
    /// The settings that features declare.
    public var features = SettingValues()
    /// How often users, devices and addresses may do what.
    public var rates = Rates()
    /// What hashing a password costs, and which are refused.
    public var passwords = Passwords()
    /// Sign-in tokens.
    public var session = Session()
    /// Events kept for devices that come back.
    public var inbox = Inbox()
    /// How notifications leave for users who are away.
    public var notifiers = Notifiers()
    /// How mail leaves.
    public var mail = Mail()
    /// Previews of links.
    public var links = Links()
    /// How a stop sends clients away.
    public var drain = Drain()
    /// The event log.
    public var log = Log()
    /// The catalogue of activities, in the order that people see.
    public var activities = Activity.usual
    /// The trusted issuers of outside identities.
    public var identities: [Identity] = []

    /// The defaults.
    public init() {}
}

extension Configuration {
    /// How mail leaves: codes that prove addresses and set new passwords, and notices to the owners
    /// of accounts.
    public struct Mail: Equatable, Sendable {
        /// The mail server: `smtp://HOST[:PORT]` or `smtps://HOST[:PORT]`; empty means none.
        public var server = ""
        /// The sender's address.
        public var from = ""
        /// The user name for the server; empty means none.
        public var user = ""
        /// File with that user's password.
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

extension Configuration {
    /// The path of the socket that takes orders; nil when there is none.
    public var adminSocket: String? {
        guard !admin.socket.isEmpty else { return nil }
        return admin.socket.hasPrefix("/") ? admin.socket : "\(data.folder)/\(admin.socket)"
    }
}

extension Configuration.Admin {
    /// Where to ask, as in `127.0.0.1:9464`; nil when there is nothing, or the settings cannot
    /// know it.
    public var address: String? {
        guard enabled, port > 0 else { return nil }
        return SocketAddress.parse(host: host, port: UInt16(clamping: port))?.description
    }
}

extension Configuration {
    /// How notifications leave for users who are away.
    public struct Notifiers: Equatable, Sendable {
        /// Time to come back before anything leaves, in milliseconds.
        public var delayMilliseconds = 3_000
        /// How long a receiver is tried, in minutes.
        public var giveUpMinutes = 60
        /// Most notifications that wait for each receiver.
        public var queue = 1_000
        /// PEM file of the authorities to trust; empty means those of the system.
        public var authorities = ""
        /// URL that receives every notification; empty means none.
        public var webhook = ""
        /// File with the secret that signs what it receives.
        public var webhookSecret = ""
        /// File with another secret that signs, too; empty means none.
        public var webhookOtherSecret = ""
        /// Whether it receives what people wrote.
        public var webhookTexts = false
        /// Whether devices may ask push services to notify them.
        public var webPush = false
        /// Push services that are known: those of Google, Mozilla, Apple and Microsoft.
        public var webPushHosts =
            "fcm.googleapis.com, *.push.services.mozilla.com, *.push.apple.com, "
            + "*.notify.windows.com"
        /// How the operators of a push service reach the administrator.
        public var webPushContact = ""
        /// Whether push services may have addresses that are not public.
        public var webPushPrivate = false

        /// Whether there are any.
        public var isOn: Bool { !webhook.isEmpty || webPush }
    }
}

extension Configuration {
    /// How often users, devices and addresses may do what; 0 is as often as they like.
    @dynamicMemberLookup
    public struct Rates: Equatable, Sendable {
        /// Whether there are such limits at all.
        public var enabled = true
        /// By the names of their settings.
        package var values = SettingValues()

        /// A limit by the last name of its setting: `messagesPerMinute`; nil: as it is declared.
        public subscript(dynamicMember name: String) -> Int? {
            get { values[integer: "rates.\(name)"] }
            set { values[integer: "rates.\(name)"] = newValue }
        }
    }
}

extension Rate {
    /// All commands by one log-in on one device.
    package static let commands = Rate(
        "commands", of: .device, unit: "commands",
        burst: (200, 1_000_000, "Commands of one log-in on one device at once (burst)."),
        perMinute: (
            3_000, 60_000_000, "Commands of one log-in on one device per minute, after the burst."
        ))

    /// What the answers to one user's reads may cost.
    package static let reads = Rate(
        "reads", of: .user, unit: "units",
        burst: (
            60_000, 100_000_000,
            "What a user may read at once (burst): each answer counts 16, each 256 bytes of it 1."
        ),
        perMinute: (
            60_000, 100_000_000, "What a user may read per minute, after the burst."
        ))

    /// Notices that there were too many attempts at an account; no setting changes how many.
    package static let attemptNotices = Rate(
        "attemptNotices", of: .accountAnywhere, 1, each: .day, unit: "notices", "")

    /// Refusals to a user before the user's connections rest; no setting changes it.
    package static let refusals = Rate(
        "refusals", of: .user, 60, each: .minute, unit: "refusals", "")

    /// The same for the visitors of a network.
    package static let visitorRefusals = Rate(
        "visitorRefusals", of: .address, 120, each: .minute, unit: "refusals", "")

    /// The limit of it that goes by user.
    package var userLimit: Rate? {
        if case .user = owner { self } else { nil }
    }
}

extension Configuration {
    /// One entry of the catalogue of activities.
    public struct Activity: Equatable, Sendable {
        /// Its name for clients: `^[a-z][a-z0-9_]{0,19}$`. Stored, so never change it.
        public var name: String
        /// Its title for people.
        public var title: String
        /// The icon beside the title; may be empty.
        public var icon: String
        /// How long it stays on by itself, in minutes.
        public var expiryMinutes: Int
        /// Whether it matches every other activity.
        public var wildcard: Bool

        /// An entry; it is checked with the whole configuration.
        public init(
            name: String, title: String, icon: String = "", expiryMinutes: Int = 120,
            wildcard: Bool = false
        ) {
            self.name = name
            self.title = title
            self.icon = icon
            self.expiryMinutes = expiryMinutes
            self.wildcard = wildcard
        }

        /// Their icons are two columns wide on every terminal.
        package static let usual = [
            ("Gym", "💪"), ("Coffee", "☕"), ("Eat", "🍜"), ("Study", "📚"), ("Movie", "🎬"),
            ("Shopping", "🛒"), ("Anything", "✨"),
        ].map {
            Activity(
                name: $0.lowercased(), title: $0, icon: $1, wildcard: $0 == "Anything")
        }

        package static let countRange = 1...64
        package static let titleRange = 1...40
        package static let iconRange = 0...16
        package static let expiryRange = 1...10_080

        package static func isName(_ text: String) -> Bool {
            let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
            let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
            return (1...20).contains(text.utf8.count)
                && text.utf8.first.map(letters.contains) == true
                && text.utf8.allSatisfy {
                    letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "_")
                }
        }
    }
}

extension Configuration {
    /// An issuer of outside identities that the server trusts.
    public struct Identity: Equatable, Sendable {
        /// Its name for clients: `^[a-z][a-z0-9_]{0,19}$`. Stored, so never change it.
        public var name: String
        /// The `iss` of its tokens, letter by letter.
        public var issuer: String
        /// This server's name at the issuer: `aud`.
        public var clientID: String
        /// Where its public keys are: a file, or an `https` URL.
        public var keys: String
        /// PEM file of the authorities that vouch for the URL; empty means those of the system.
        public var authorities = ""

        /// An entry; it is checked with the whole configuration.
        public init(name: String, issuer: String, clientID: String, keys: String) {
            self.name = name
            self.issuer = issuer
            self.clientID = clientID
            self.keys = keys
        }

        package static let countMax = 16
        package static let textRange = 1...500
        /// Whether the keys are fetched.
        package var fetchesKeys: Bool { keys.hasPrefix("https://") }
        /// The administrator has chosen the URL: it may be one inside.
        package var outboundTerms: OutboundTerms { OutboundTerms(allowsPrivate: true) }
        /// Whether the keys could ever be fetched.
        package var isAskable: Bool { (try? outboundTerms.check(url: keys)) != nil }
    }
}

extension Configuration {
    /// Other nodes that serve the same data.
    public struct Cluster: Equatable, Sendable {
        /// This node's name; empty: there are no others.
        public var node = ""
        /// `HOST:PORT`, `rediss://HOST:PORT` or the path of a socket; empty: no Redis.
        public var redis = ""
        /// File with the password of Redis; empty: it has none.
        public var redisSecret = ""
        /// PEM file of the authorities to trust; empty means those of the system.
        public var redisAuthorities = ""
        /// The prefix of its channels' names.
        public var channel = "upfor"

        /// Whether there are other nodes.
        public var isOn: Bool { !node.isEmpty }
    }
}

extension Configuration.Notifiers {
    /// Push services belong to third parties, and a client may choose them.
    package func pushServices(_ authorities: [UInt8]? = nil) -> OutboundTerms {
        OutboundTerms(
            hosts: webPushHosts.split(separator: ",").map { word in
                HostPattern(word.filter { $0 != " " })
            },
            // A port where no server answers would take a thread for seconds at every attempt.
            allowsPrivate: webPushPrivate, allowsAnyPort: webPushPrivate, authorities: authorities)
    }

    /// The administrator has chosen the URL: it may be one inside.
    package func webhookTerms(_ authorities: [UInt8]? = nil) -> OutboundTerms {
        OutboundTerms(
            allowsPlain: isWebhookLocal, allowsPrivate: true, authorities: authorities)
    }

    /// Without TLS it goes to this machine alone.
    private var isWebhookLocal: Bool {
        ["127.0.0.1", "localhost", "[::1]"].contains { host in
            webhook.hasPrefix("http://\(host):") || webhook.hasPrefix("http://\(host)/")
        }
    }
}

// Limits without a setting: one module keeps them, and the log or the metrics of another name them.

extension Configuration.Limits {
    /// Most connections of one user that do not give way.
    package static let connectionsOfUserMax = 100
}

extension Configuration.Notifiers {
    /// Most letters of one user that wait on one way.
    package static let lettersOfUserMax = 40
    /// So many people in a row say that push services refuse our key.
    package static let keyRefusalsMin = 3
}

extension Configuration {
    /// The web page.
    public struct Page: Equatable, Sendable {
        /// Folder of its files; `none`: there is no page; empty means the one that was installed.
        public var folder = ""
        /// The address of a server's pictures of the map; empty: none is asked.
        public var tiles = ""
        /// The credit line that the owners of these pictures ask for.
        public var tilesCredit = ""

        /// Whether there is to be none.
        public var isOff: Bool { folder == "none" }
    }
}
