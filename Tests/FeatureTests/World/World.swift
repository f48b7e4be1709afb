import Accounts
import Features
import Friends
import Glibc
import Kernel
import PostgreSQL
import SQLite
import Sessions
import Storage
import Synchronization
import TestSupport
import Testing
import Wire
import Words

/// Everything behind the sockets: every feature, on the real store, in a folder of its own; or,
/// where `Tests/postgresql.sh` runs a server, in a database of its own. With `UPFOR_NODES`, so many
/// nodes serve it, and each command and each look goes to the next of them.
///
/// Time stands still until a test moves it, and chance comes from a seed: the same story gives two
/// worlds the same bytes. `world.ana` is the person of that name.
@dynamicMemberLookup
final class World {
    /// Everybody who has an account from the start.
    static let cast = ["ana", "ben", "cleo"]

    let clock = SettableClock()
    let presence = RecordingPresence()
    let devices = SettableDevices()
    let results = Results()
    /// How often something was committed.
    let commits = CommitCount()
    private(set) var catalog: Catalog
    /// The caller that each person is on the wire, by name.
    private(set) var callers: [String: Caller] = [:]
    /// What was answered to a person, byte by byte, in order.
    var answers: [String: [[UInt8]]] = [:]
    /// The signals to the hub, in order.
    private(set) var signals: [Signal] = []
    /// The events for sockets, in order.
    private(set) var deliveries: [Delivery] = []
    private(set) var records: [AccountRecord] = []
    private(set) var usage: [UsageRecord] = []
    let log = UserLog()

    let folder: TemporaryFolder
    /// The bytes of the people's files.
    let files: FileFolder
    /// What an operator has set.
    let featureSettings: SettingValues
    let database: TestDatabase?
    private let keeping: UInt32
    /// How long tokens are good.
    private(set) var tokenTerms: TokenTerms
    let entropy = SeededEntropy(seed: 1)
    private var openStores: [DatabaseStore] = []
    private var turn = 0
    private var tokens: [String: String] = [:]
    private var beginnings: [String: UInt32] = [:]

    /// A world in which everybody of the cast has an account, and some are friends.
    ///
    /// - Parameters:
    ///   - wildcards: activities that meet every other.
    ///   - keeping: most events of one inbox.
    ///   - runs: what lies beside the data.
    ///   - limits: how long lists may grow.
    ///   - issuers: whose ID tokens are good.
    ///   - mail: how mail is sent; nil: it is not.
    ///   - tokens: how long they are good.
    ///   - settings: what an operator has set.
    ///   - playing: whether a word game is an activity of the board.
    ///   - words: dictionaries; nil: a small one.
    init(
        friends: [(String, String)] = [], wildcards: Set<String> = [], keeping: UInt32 = 10_000,
        runs: RunMemory? = nil, limits: FriendLimits = FriendLimits(),
        issuers: any IdentityIssuers = NoIssuers(), mail: MailTerms? = nil,
        tokens: TokenTerms = .ofTests, settings: SettingValues = SettingValues(),
        playing: Bool = false, words: WordTerms? = nil
    ) throws {
        (tokenTerms, featureSettings) = (tokens, settings)
        folder = try TemporaryFolder()
        files = FileFolder(
            "\(folder.path)/files", random: SeededNames(entropy: entropy))
        database = TestDatabase.isAtHand ? try TestDatabase.empty() : nil
        self.keeping = keeping
        catalog = try Catalog(
            presence: presence, devices: devices, wildcards: wildcards, keeping: keeping,
            runs: runs, limits: limits, issuers: issuers, mail: mail, tokens: tokens,
            settings: settings, playing: playing, words: words, files: files)
        try open()
        for name in Self.cast { try signUp(name) }
        for (one, other) in friends {
            try self[dynamicMember: one].request(other)
            try self[dynamicMember: other].accept(one)
        }
        beginStory()
    }

    deinit { for store in openStores { store.close() } }

    /// The person of that name, with or without an account.
    subscript(dynamicMember name: String) -> Person { Person(name: name, world: self) }

    /// The store, which is open; of several the next.
    var store: any Store {
        get throws {
            try #require(!openStores.isEmpty)
            turn += 1
            return openStores[turn % openStores.count]
        }
    }

    /// Stops the daemon and starts it again on the same data.
    func restart() throws {
        for store in openStores { store.close() }
        openStores = []
        try open()
    }

    /// Stops the daemon and starts it again, with activities left out of its configuration.
    func restart(without activities: Set<String>) throws {
        catalog = try Catalog(
            presence: presence, wildcards: [], without: activities, keeping: keeping, runs: nil,
            limits: FriendLimits(), files: files)
        try restart()
    }

    /// Stops the daemon and starts it again, with other issuers in its configuration.
    func restart(issuers: any IdentityIssuers) throws {
        catalog = try Catalog(
            presence: presence, devices: devices, wildcards: [], keeping: keeping, runs: nil,
            limits: FriendLimits(), issuers: issuers, files: files)
        try restart()
    }

    /// Stops the daemon and starts it again, with other settings and issuers.
    func restart(settings: SettingValues, issuers: any IdentityIssuers) throws {
        catalog = try Catalog(
            presence: presence, devices: devices, wildcards: [], keeping: keeping, runs: nil,
            limits: FriendLimits(), issuers: issuers, settings: settings, files: files)
        try restart()
    }

    /// Stops the daemon and starts it again, with its page at other origins.
    func restart(origins: [String]) throws {
        catalog = try Catalog(
            presence: presence, devices: devices, wildcards: [], keeping: keeping, runs: nil,
            limits: FriendLimits(), files: files, origins: origins)
        try restart()
    }

    /// Stops the daemon and starts it again, with mail or without.
    func restart(mail: MailTerms?) throws {
        catalog = try Catalog(
            presence: presence, devices: devices, wildcards: [], keeping: keeping, runs: nil,
            limits: FriendLimits(), mail: mail, files: files)
        try restart()
    }

    /// Stops the daemon and starts it again, with other terms for tokens.
    func restart(tokens: TokenTerms) throws {
        tokenTerms = tokens
        catalog = try Catalog(
            presence: presence, devices: devices, wildcards: [], keeping: keeping, runs: nil,
            limits: FriendLimits(), tokens: tokens, files: files)
        try restart()
    }

    /// Stores the uses of tokens that the hub was to note.
    ///
    /// - Returns: those uses.
    @discardableResult
    func noteTokens() throws -> [TokenUse] {
        let uses = signals.compactMap { signal in
            if case .tokenUsed(let use) = signal { use } else { nil }
        }
        signals.removeAll(where: \.outlivesRefusal)
        let terms = tokenTerms
        try daemon { (transaction) throws(Refusal) in
            try AccountsFeature.note(uses, terms, in: transaction)
        }
        return uses
    }

    /// Lets time pass, and the daemon do its chores at the end of it: each until nothing is left,
    /// or so many turns.
    func pass(_ duration: Duration, turnsMax: Int = .max) throws {
        clock.advance(by: duration)
        for chore in catalog.chores {
            let isMoreLeft = Mutex(true)
            var turnCount = 0
            while turnCount < turnsMax, isMoreLeft.withLock({ $0 }) {
                turnCount += 1
                let isEndless = turnCount > 10_000
                try #require(!isEndless, "\(chore.name) comes to no end")
                try daemon { (transaction) throws(Refusal) in
                    let isLeft = try chore.run(transaction)
                    isMoreLeft.withLock { $0 = isLeft }
                }
            }
        }
    }

    /// The token that a person was given at first.
    func token(of name: String) throws -> String { try #require(tokens[name]) }

    /// The last seq of a person's inbox before the story began.
    func beginning(of name: String) -> UInt32 { beginnings[name] ?? 0 }

    /// Makes an account, and signs its owner in.
    func signUp(_ name: String) throws {
        let person = self[dynamicMember: name]
        try signIn(name, by: try person.register())
    }

    /// Signs a person in with a token.
    func signIn(_ name: String, by token: String) throws {
        tokens[name] = token
        callers[name] = try self[dynamicMember: name].openSession(token: token).grant.caller
    }

    private func beginStory() {
        answers = [:]
        (signals, records, deliveries, usage) = ([], [], [], [])
        for name in callers.keys {
            beginnings[name] = self[dynamicMember: name].numberedInbox.last?.seq ?? 0
        }
    }

    /// How many nodes there are.
    static let nodeCount =
        TestDatabase.isAtHand ? getenv("UPFOR_NODES").flatMap { Int(String(cString: $0)) } ?? 1 : 1

    private func open() throws {
        let results = results
        var options = StoreOptions(
            clock: { [clock] in clock.now }, entropy: { [entropy] in entropy.bytes($0) },
            sink: { results.append($0) })
        options.inboxEventsMax = keeping
        options.committed = { [commits] _, _ in commits.add() }
        options.logsUsers = { [log] in log.isDetailed }
        for node in 0..<Self.nodeCount {
            if Self.nodeCount > 1 { options.nodeName = "node-\(node)" }
            let path = node == 0 ? folder.path : "\(folder.path)/node-\(node)"
            if database == nil { try EmptyDatabase.put(in: folder, catalog.migrations) }
            openStores.append(
                try database.open(options, catalog.migrations, beside: path))
            try database?.leaveToOthers()
        }
        try files.begin()
        for preparation in catalog.preparations {
            let isDone = Mutex(false)
            while !isDone.withLock({ $0 }) {
                let run: @Sendable (Transaction) throws(Refusal) -> Void = {
                    (transaction) throws(Refusal) in
                    let done = try preparation(transaction)
                    isDone.withLock { $0 = done }
                }
                try daemon(run, on: openStores[0])
            }
        }
        for starter in catalog.starters { try daemon(starter, on: openStores[0]) }
    }

    /// Does something that the daemon does by itself.
    func daemon(
        _ run: @escaping @Sendable (Transaction) throws(Refusal) -> Void,
        on store: (any Store)? = nil
    ) throws {
        entropy.speaks("")
        try (store ?? self.store).write([WriteJob(run)])
        let completion = try results.next()
        listen(to: completion)
        try completion.check()
    }

    /// Whether something has happened to an account, as the event log has it.
    func recorded(_ kind: AccountRecord.Kind, of name: String) -> Bool {
        records.contains { $0.kind == kind && $0.user == self[dynamicMember: name].id }
    }

    /// What the hub would do for a completion.
    func listen(to completion: Completion) {
        deliveries += completion.deliveries
        signals += completion.signals
        records += completion.records
        usage += completion.usage
    }
}

/// How much the event log has.
final class UserLog: Sendable {
    private let state = Mutex(false)

    /// Whether it has each act of a user.
    var isDetailed: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

extension TestDatabase? {
    /// Opens it; without one, a file in the folder.
    func open(
        _ options: StoreOptions, _ migrations: [Migration], beside path: String
    ) throws -> DatabaseStore {
        // A program that another test begins has the lock, too, until it is there.
        let folder = try DataFolder.open(path, waiting: .seconds(60))
        guard let self else {
            return try DatabaseStore(in: folder, migrations: migrations, options: options)
        }
        return try DatabaseStore(
            postgreSQL: self.settings, beside: folder, migrations: migrations, options: options)
    }
}
