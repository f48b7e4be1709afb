public import Kernel

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
    /// What browsers see.
    public var page = Page()
    /// Encrypted connections.
    public var tls = TLS()
    /// Where the administrator's monitors ask.
    public var admin = Admin()
    /// Event loops; 0 means one per core, and one on a machine of two cores or fewer.
    public var loops = 0
    /// The store.
    public var data = Data()
    /// Other nodes on the same data.
    public var cluster = Cluster()
    /// What one connection, and all of them, may use.
    public var limits = Limits()
    /// Compression of messages.
    public var deflate = Deflate()
    /// When a silent peer is given up.
    public var heartbeat = Heartbeat()
    /// Who is told that somebody comes and goes.
    public var presence = Presence()
    /// Who is told that somebody writes.
    public var typing = Typing()
    /// What features have declared.
    public var features = SettingValues()
    /// How often users, devices and addresses may do what.
    public var rates = Rates()
    /// What hashing a password costs, and which are refused.
    public var passwords = Passwords()
    /// Sign-in tokens.
    public var session = Session()
    /// What is kept for devices that come back.
    public var inbox = Inbox()
    /// How notifications leave for those who are away.
    public var notifiers = Notifiers()
    /// How mail leaves.
    public var mail = Mail()
    /// How a stop sends everybody away.
    public var drain = Drain()
    /// The event log.
    public var log = Log()
    /// The catalogue of activities, in the order that people see.
    public var activities = Activity.usual
    /// Whose word is good for who somebody is.
    public var identities: [Identity] = []

    /// The defaults.
    public init() {}
}
