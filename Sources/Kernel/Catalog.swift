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
    /// What the daemon does by itself.
    public private(set) var chores: [Chore] = []
    /// What is done once at every start, in order.
    public private(set) var starters: [@Sendable (Transaction) throws(Refusal) -> Void] = []
    /// What is done once before every orderly stop, each in a commit of its own, in order.
    public private(set) var stoppers: [@Sendable (Transaction) throws(Refusal) -> Void] = []
    /// What else happens when a user's device has events, in order.
    public private(set) var acknowledgements: [Acknowledgement] = []
    /// What the features say of how things stand, in order.
    public private(set) var contributions: [Contribution] = []
    /// How the features forget somebody, the last first: what refers to an account goes before it.
    public private(set) var erasures: [Erasure] = []
    /// How somebody's account ends, whoever wants it, in order; each is part of one transaction.
    public private(set) var departures: [@Sendable (User.ID, Transaction) throws(Refusal) -> Void] =
        []
    /// What the features keep of a person, for that person, in order.
    public private(set) var disclosures: [Disclosure] = []
    /// What is so in all data.
    public private(set) var audits: [Audit] = Inbox.audits
    /// What there is so many of, in order.
    public private(set) var tallies: [Tally] = []
    /// What an administrator may have done with what is stored, in the order of its coming.
    public internal(set) var adminVerbs: [AdminVerb] = []
    /// What is served over HTTP beside commands by their names, in the order of its coming.
    public internal(set) var routes: [Route] = []
    /// The durable events.
    public internal(set) var events = Events()
    /// What a connection may have open.
    public internal(set) var topics: Set<Topic> = []
    /// Whether commands that are added can be used.
    var offers = true
    /// What is counted: the names of all commands, each once.
    public private(set) var countedNames: [String] = []
    private var indices: [CommandEnvelope.Name: Int] = [:]
    private var places: [String: Int] = [:]

    /// A user's devices have events that none of them had before: those behind `after`, up to
    /// `upTo`.
    public typealias Acknowledgement =
        @Sendable (
            _ caller: Caller, _ after: UInt32, _ upTo: UInt32, _ transaction: Transaction
        ) throws(Refusal) -> Void

    /// Fills in a feature's part of what a device gets that starts anew.
    public typealias Contribution =
        @Sendable (
            _ caller: Caller, _ snapshot: Snapshot, _ whole: inout SessionSnapshot
        ) throws(Refusal) -> Void

    /// Deletes, in one transaction of bounded size, some of what a feature keeps of somebody who
    /// has left; returns whether nothing is left.
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

    /// Adds something to be done again and again, in a transaction.
    public mutating func chore(
        _ name: String, every interval: Duration,
        _ run: @escaping @Sendable (Transaction) throws(Refusal) -> Void
    ) {
        backlog(name, every: interval) { transaction throws(Refusal) in
            try run(transaction)
            return false
        }
    }

    /// Adds work that may pile up, some of it to be done at a time, in a transaction.
    ///
    /// - Parameter run: some of it; returns whether anything is left: then it is done again at
    ///   once.
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

    /// Adds something to be done once before every orderly stop, after the last command. That it
    /// fails, or that the process just ends, must do no harm.
    public mutating func atStop(_ run: @escaping @Sendable (Transaction) throws(Refusal) -> Void) {
        stoppers.append(run)
    }

    /// Adds something that happens, in the same transaction, when a device has events.
    public mutating func onAcknowledge(_ run: @escaping Acknowledgement) {
        acknowledgements.append(run)
    }

    /// Adds a feature's part to what a device gets that starts anew.
    public mutating func contribute(_ fill: @escaping Contribution) {
        contributions.append(fill)
    }

    /// Adds how a feature forgets somebody: it runs again and again until nothing is left.
    public mutating func onErase(_ run: @escaping Erasure) {
        erasures.insert(run, at: 0)
    }

    /// Adds what happens at once, in one transaction, when an account ends.
    public mutating func onDeparture(
        _ run: @escaping @Sendable (User.ID, Transaction) throws(Refusal) -> Void
    ) {
        departures.append(run)
    }

    /// Adds a feature's part of what a person gets who asks for their own data.
    ///
    /// - Parameters:
    ///   - name: of the part, once: pages are named by it and by where they begin.
    ///   - page: the records behind `after`, which is empty at first, and where the next page
    ///     begins; nil after the last. A page is well below what an outbox holds.
    public mutating func disclose(_ name: String, _ page: @escaping Disclosure.Page) {
        precondition(!disclosures.contains { $0.name == name }, "\(name) twice")
        disclosures.append(Disclosure(name: name, page: page))
    }

    /// Adds rules that a feature's data keep.
    public mutating func audit(_ audits: [Audit]) { self.audits += audits }

    /// Adds what a feature has so many of.
    public mutating func tally(_ name: String, _ count: SQL) {
        tallies.append(Tally(name, count: count))
    }

    /// Adds a feature.
    ///
    /// - Parameter isOn: whether its commands can be used; all else of it is there all the same.
    public mutating func install(_ feature: some Feature, isOn: Bool = true) {
        offers = isOn
        feature.install(in: &self)
        offers = true
    }

    /// Adds a command that has a message of the schema.
    mutating func add(_ entry: CatalogEntry, _ message: CatalogEntry.MessageForm) {
        guard offers else { return }
        precondition(places[entry.name] == nil, "\(entry.name) twice")
        indices[.json(entry.name)] = entries.count
        indices[.binary(message.field)] = entries.count
        entries.append(counted(entry))
    }

    /// Gives a command the place of its name in ``countedNames``.
    mutating func counted(_ entry: CatalogEntry) -> CatalogEntry {
        var entry = entry
        entry.place = places[entry.name] ?? countedNames.count
        if places.updateValue(entry.place, forKey: entry.name) == nil {
            countedNames.append(entry.name)
        }
        return entry
    }
}

/// Somebody whose account is gone, and of whom there is still something.
public struct Departed: Equatable, Sendable {
    /// Whose account it was.
    public let user: User.ID
    /// By which others knew them.
    public let username: String

    /// - Parameters: as the properties.
    public init(user: User.ID, username: String) {
        (self.user, self.username) = (user, username)
    }
}

/// A feature's part of what the server keeps of a person.
public struct Disclosure: Sendable {
    /// The records behind `after`, and where the next page begins.
    public typealias Page =
        @Sendable (_ caller: Caller, _ after: String, _ snapshot: Snapshot) throws(Refusal) -> (
            records: [ExportRecord], next: String?
        )

    /// What tells it from other parts: "rooms".
    public let name: String
    /// One page of it.
    public let page: Page
}

/// Something the daemon does by itself, at intervals.
public struct Chore: Sendable {
    /// For the event log: "activity.expire".
    public let name: String
    /// How often; whole seconds.
    public let interval: Duration
    /// One turn of it; returns whether the next is due at once.
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

/// Has something come that another server has, and calls back when that is over, whatever came of
/// it: at once, or later on another thread.
public typealias Awaited = @Sendable (_ resume: @escaping @Sendable () -> Void) -> Void

/// A decoded command, ready to be done.
public enum Work: Sendable {
    /// To be done in a transaction on the writer.
    case write(@Sendable (Transaction) throws(Refusal) -> ServerMessage.OneOf_Body)
    /// To be done on a snapshot.
    case read(@Sendable (Snapshot) throws(Refusal) -> ServerMessage.OneOf_Body)
    /// To be done on a worker, which may take its time and gives the rest of the work.
    case prepare(@Sendable (any Store, AttemptLimit) throws(Refusal) -> Work)
    /// To be gone on with on a worker when something has come: no thread waits for it meanwhile.
    case wait(Awaited, then: @Sendable (any Store) throws(Refusal) -> Work)
    /// To be done by the hub, and answered with `done` whatever comes of it.
    case live(LiveDeed)
    /// To be answered by a file.
    ///
    /// - Parameter thing: what it is, for who finds none: "picture".
    case file(FileSource, thing: String)
    /// Refused already.
    case refused(Refusal)
}

/// One feature of the product: what it declares before there is a server, and what it adds to one.
public protocol Feature: Sendable {
    /// What it is called in the settings: "partners".
    static var name: String { get }
    /// The limits that only it needs; commands of others may count against them, too.
    static var rates: [Rate] { get }
    /// What an operator may set.
    static var settings: [Setting] { get }
    /// Whether an operator may switch it off (`features.<name>`): then its commands do not exist.
    /// Only for one of which nothing comes by itself; what it has stored stays.
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

    /// Whether it is switched on; nil for one that always is.
    public static var toggle: Setting? {
        guard isOptional else { return nil }
        return Setting(
            "features.\(name)", .boolean(true),
            "Whether the feature \(name) is on. When it is off, its stored data stay.")
    }
}

/// A feature that needs nothing of others to be made, only its settings.
public protocol PlainFeature: Feature {
    /// - Parameter settings: what they are; asked each time, for those that another value counts
    ///   for while the server runs.
    init(_ settings: @escaping @Sendable () -> SettingValues)
}

extension Catalog {
    /// Adds something that a connection may have open, and the command that opens and closes it.
    ///
    /// It is closed when the session ends. Whatever is told only those who have it open is a hint
    /// with this topic.
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

/// Something that a connection may have open, and of which it gets hints while it has.
public struct Topic: Hashable, Sendable {
    /// What tells it from others: "circle".
    public let name: String

    /// - Parameter name: unique among features.
    public init(_ name: String) { self.name = name }
}
