public import Wire

/// Every command there is: its name on the wire, who may use it, and the function that does it.
///
/// Features fill it at boot. A command's name and number come from its case in the schema, so
/// neither can drift from it. Using a case twice is a bug, and traps at boot.
public struct Catalog: Sendable {
    /// All commands with a message of the schema, in the order in which they were added.
    public private(set) var entries: [CatalogEntry] = []
    /// The steps of the schema, in order.
    public private(set) var migrations: [Migration] = Inbox.migrations
    /// The daemon's own recurring work.
    public private(set) var chores: [Chore] = []
    /// The work of every start, done once, in order.
    public private(set) var starters: [@Sendable (Transaction) throws(Refusal) -> Void] = []
    /// The work of every start that is done in parts, before ``starters``, in order. Each returns
    /// whether nothing is left.
    public private(set) var preparations: [@Sendable (Transaction) throws(Refusal) -> Bool] = []
    /// The work before every orderly stop, done once, each part in a commit of its own, in order.
    public private(set) var stoppers: [@Sendable (Transaction) throws(Refusal) -> Void] = []
    /// What else happens when a user's device acknowledges events, in order.
    public private(set) var acknowledgements: [Acknowledgement] = []
    /// The features' parts of a session's snapshot, in order.
    public private(set) var contributions: [Contribution] = []
    /// How the features erase a departed user, the last feature first: what refers to an account is
    /// erased before the account.
    public private(set) var erasures: [Erasure] = []
    /// The steps that end an account, whether its user or an administrator ends it, in order. Each
    /// is part of one transaction.
    public private(set) var departures: [@Sendable (User.ID, Transaction) throws(Refusal) -> Void] =
        []
    /// The data that the features keep of a user, for export to that user, in order.
    public private(set) var disclosures: [Disclosure] = []
    /// The rules that all data keep.
    public private(set) var audits: [Audit] = Inbox.audits
    /// The counts of stored things, in order.
    public private(set) var tallies: [Tally] = []
    /// The orders of administrators about stored data, in the order in which they were added.
    public internal(set) var adminVerbs: [AdminVerb] = []
    /// The HTTP routes beside those of commands by name, in the order in which they were added.
    public internal(set) var routes: [Route] = []
    /// The durable events.
    public internal(set) var events = Events()
    /// The topics that a connection may open.
    public internal(set) var topics: Set<Topic> = []
    /// Whether the commands that are added now can be used.
    var offers = true
    /// The names of all commands, each once: commands are counted by them.
    public private(set) var countedNames: [String] = []
    private var indices: [CommandEnvelope.Name: Int] = [:]
    private var places: [String: Int] = [:]

    /// A user's devices have acknowledged events that none of them had before: those behind
    /// `after`, up to `upTo`.
    public typealias Acknowledgement =
        @Sendable (
            _ caller: Caller, _ after: UInt32, _ upTo: UInt32, _ transaction: Transaction
        ) throws(Refusal) -> Void

    /// Fills in a feature's part of the snapshot for a device that starts anew.
    public typealias Contribution =
        @Sendable (
            _ caller: Caller, _ snapshot: Snapshot, _ whole: inout SessionSnapshot
        ) throws(Refusal) -> Void

    /// Deletes, in one transaction of bounded size, some of a feature's data about a departed user.
    /// Returns whether nothing is left.
    public typealias Erasure =
        @Sendable (_ departed: Departed, _ transaction: Transaction) throws(Refusal) -> Bool

    /// An empty catalogue, with the inbox only.
    public init() {}

    /// The command of that name, if there is one.
    public subscript(name: CommandEnvelope.Name) -> CatalogEntry? {
        indices[name].map { entries[$0] }
    }

    /// Adds steps to the schema, after those of the features this one needs.
    public mutating func migrate(_ steps: [Migration]) {
        for step in steps {
            precondition(!migrations.contains { $0.name == step.name }, "\(step.name) twice")
            migrations.append(step)
        }
    }

    /// Adds recurring work, done in a transaction.
    public mutating func chore(
        _ name: String, every interval: Duration,
        _ run: @escaping @Sendable (Transaction) throws(Refusal) -> Void
    ) {
        backlog(name, every: interval) { transaction throws(Refusal) in
            try run(transaction)
            return false
        }
    }

    /// Adds work that may pile up, and is done in parts, each in a transaction.
    ///
    /// - Parameter run: does a part; returns whether anything is left. Then it runs again at once.
    public mutating func backlog(
        _ name: String, every interval: Duration,
        _ run: @escaping @Sendable (Transaction) throws(Refusal) -> Bool
    ) {
        chores.append(Chore(name: name, interval: interval, run: run))
    }

    /// Adds something to be done once at every start, before the first command.
    public mutating func atStart(_ run: @escaping @Sendable (Transaction) throws(Refusal) -> Void) {
        starters.append(run)
    }

    /// Adds work to be done at every start, before the first command, in parts: each is a
    /// transaction.
    ///
    /// - Parameter run: does a part; returns whether nothing is left.
    public mutating func atStartUntilDone(
        _ run: @escaping @Sendable (Transaction) throws(Refusal) -> Bool
    ) {
        preparations.append(run)
    }

    /// Adds something to be done once before every orderly stop, after the last command. Neither a
    /// failure nor a process that just ends may do harm.
    public mutating func atStop(_ run: @escaping @Sendable (Transaction) throws(Refusal) -> Void) {
        stoppers.append(run)
    }

    /// Adds something that happens, in the same transaction, when a device acknowledges events.
    public mutating func onAcknowledge(_ run: @escaping Acknowledgement) {
        acknowledgements.append(run)
    }

    /// Adds a feature's part to the snapshot for a device that starts anew.
    public mutating func contribute(_ fill: @escaping Contribution) {
        contributions.append(fill)
    }

    /// Adds the erasure of a feature's data about a departed user. It runs again and again until
    /// nothing is left.
    public mutating func onErase(_ run: @escaping Erasure) {
        erasures.insert(run, at: 0)
    }

    /// Adds what happens at once, in one transaction, when an account ends.
    public mutating func onDeparture(
        _ run: @escaping @Sendable (User.ID, Transaction) throws(Refusal) -> Void
    ) {
        departures.append(run)
    }

    /// Adds a feature's part to the export of a user's own data.
    ///
    /// - Parameters:
    ///   - name: unique; pages are named by it and by where they begin.
    ///   - page: the records behind `after`, which is empty at first, and where the next page
    ///     begins; nil after the last. A page is well below what an outbox holds.
    public mutating func disclose(_ name: String, _ page: @escaping Disclosure.Page) {
        precondition(!disclosures.contains { $0.name == name }, "\(name) twice")
        disclosures.append(Disclosure(name: name, page: page))
    }

    /// Adds rules that the feature's data keep.
    public mutating func audit(_ audits: [Audit]) { self.audits += audits }

    /// Adds a count of something that the feature stores.
    public mutating func tally(_ name: String, _ count: SQL) {
        tallies.append(Tally(name, count: count))
    }

    /// Adds a feature.
    ///
    /// - Parameter isOn: whether its commands can be used. The rest of it is installed in any case.
    public mutating func install(_ feature: some Feature, isOn: Bool = true) {
        offers = isOn
        feature.install(in: &self)
        offers = true
    }

    /// Adds a command that has a message of the schema.
    mutating func add(_ entry: CatalogEntry.Declaration, _ message: CatalogEntry.MessageForm) {
        guard offers else { return }
        precondition(places[entry.name] == nil, "\(entry.name) twice")
        indices[.json(entry.name)] = entries.count
        indices[.binary(message.field)] = entries.count
        entries.append(counted(entry))
    }

    /// Gives a command the place of its name in ``countedNames``.
    mutating func counted(_ entry: CatalogEntry.Declaration) -> CatalogEntry {
        let place = places[entry.name] ?? countedNames.count
        if places.updateValue(place, forKey: entry.name) == nil {
            countedNames.append(entry.name)
        }
        return CatalogEntry(entry, place: place)
    }
}

/// A user whose account is gone, but not yet all data about the user.
public struct Departed: Equatable, Sendable {
    /// The user whose account it was.
    public let user: User.ID
    /// The account's username.
    public let username: String

    /// - Parameters: as the properties.
    public init(user: User.ID, username: String) {
        (self.user, self.username) = (user, username)
    }
}

/// A feature's part of the data that the server keeps of a user.
public struct Disclosure: Sendable {
    /// The records behind `after`, and where the next page begins.
    public typealias Page =
        @Sendable (_ caller: Caller, _ after: String, _ snapshot: Snapshot) throws(Refusal) -> (
            records: [ExportRecord], next: String?
        )

    /// Its unique name: "rooms".
    public let name: String
    /// One page of it.
    public let page: Page
}

/// Work that the daemon does by itself, at intervals.
public struct Chore: Sendable {
    /// For the event log: "activity.expire".
    public let name: String
    /// How often; whole seconds.
    public let interval: Duration
    /// Does one part; returns whether the next is due at once.
    public let run: @Sendable (Transaction) throws(Refusal) -> Bool

    /// - Parameters: as the properties.
    public init(
        name: String, interval: Duration,
        run: @escaping @Sendable (Transaction) throws(Refusal) -> Bool
    ) {
        self.name = name
        self.interval = interval
        self.run = run
    }
}

/// Asks another server for something, and calls back when that has ended, in success or failure: at
/// once, or later on another thread.
public typealias Awaited = @Sendable (_ resume: @escaping @Sendable () -> Void) -> Void

/// A decoded command, ready to run.
public enum Work: Sendable {
    /// Runs in a transaction on the writer.
    case write(@Sendable (Transaction) throws(Refusal) -> ServerMessage.OneOf_Body)
    /// Runs on a snapshot.
    case read(@Sendable (Snapshot) throws(Refusal) -> ServerMessage.OneOf_Body)
    /// Runs on a worker, where it may take long, and returns the rest of the work.
    case prepare(@Sendable (any Store, AttemptLimit) throws(Refusal) -> Work)
    /// Continues on a worker once the awaited answer is there. No thread waits for it meanwhile.
    case wait(Awaited, then: @Sendable (any Store) throws(Refusal) -> Work)
    /// Runs in the hub. The answer is always `done`.
    case live(LiveDeed)
    /// The answer is a file.
    ///
    /// - Parameter thing: what it is, for the answer when there is none: "picture".
    case file(FileSource, thing: String)
    /// Already refused.
    case refused(Refusal)
}

/// One feature of the product: what it declares before there is a server, and what it adds to one.
public protocol Feature: Sendable {
    /// Its name in the settings: "partners".
    static var name: String { get }
    /// The limits that the feature declares; commands of other features may count against them,
    /// too.
    static var rates: [Rate] { get }
    /// Its settings for the operator.
    static var settings: [Setting] { get }
    /// Whether an operator may switch it off (`features.<name>`): then its commands do not exist.
    /// Only for a feature that does nothing by itself. Its stored data stay.
    static var isOptional: Bool { get }

    /// Adds its commands, events, tables and chores.
    func install(in catalog: inout Catalog)
}

extension Feature {
    /// None of its own.
    public static var rates: [Rate] { [] }
    /// None.
    public static var settings: [Setting] { [] }
    /// It belongs to every server.
    public static var isOptional: Bool { false }

    /// Whether it is switched on; nil for a feature that always is.
    public static var toggle: Setting? {
        guard isOptional else { return nil }
        return Setting(
            "features.\(name)", .boolean(true),
            "Whether the feature \(name) is on. When it is off, its stored data stay.")
    }
}

/// A feature that depends on its settings alone, not on other features.
public protocol PlainFeature: Feature {
    /// - Parameter settings: returns the current values. It is called each time, since some values
    ///   may change while the server runs.
    init(_ settings: @escaping @Sendable () -> SettingValues)
}

extension Catalog {
    /// Adds a topic, and the command that opens and closes it.
    ///
    /// A topic is closed when the session ends. Hints with this topic reach only the connections
    /// that have it open.
    ///
    /// - Parameter isOpen: whether the command opens it, or closes it.
    public mutating func topic<Command: Normalizable>(
        _ topic: Topic, _ command: CommandCase<Command>,
        isOpen: @escaping @Sendable (Command) throws(Refusal) -> Bool
    ) {
        precondition(topics.insert(topic).inserted, "the topic \(topic.name) twice")
        live(command) { (command, _) throws(Refusal) in
            .open(topic, try isOpen(command))
        }
    }
}

/// Something that a connection can open. While it is open, the connection receives its hints.
public struct Topic: Hashable, Sendable {
    /// Its unique name: "circle".
    public let name: String

    /// - Parameter name: unique among features.
    public init(_ name: String) { self.name = name }
}
