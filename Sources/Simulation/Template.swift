import Kernel
import SQLite
import Server
import Settings
import Storage
import SwiftProtobuf
import Wire

/// A database in which every user has an account and a token for each device: made once, and copied
/// for every world.
struct Template {
    /// All possible users.
    static let users = ["ana", "ben", "cleo", "dan", "eve", "finn"]
    private static let devicesMax = 3

    /// How a device signs in.
    struct Login {
        let user: String
        let device: String
        let token: String
        /// Whether it is the user's first device.
        var isFirst: Bool { device == "\(user)-1" }
        /// Another token, for when that one has been given up.
        let spare: String
    }

    /// The database.
    let image: [UInt8]
    /// The usernames, by identifier.
    let names: [User.ID: String]
    private let logins: [Login]

    /// Registers all users, by the product's own commands.
    init() throws {
        let disk = try SimulatedDisk()
        let clock = SimulatedClock()
        let entropy = SimulatedEntropy(seed: 0)
        let board = PresenceRelay()
        let catalog = try Catalog(
            .simulated(), presence: board, words: SimulatedWords.terms.get(),
            limits: { Configuration.simulated().limits })
        for migration in catalog.migrations + [IdentifierMark.migration] {
            try disk.execute(migration.text(in: .sqlite))
        }
        try disk.connection.resumeIDs()
        let store = SimulatedStore(
            on: SimulatedWriter(on: disk, entropy),
            options: StoreOptions(
                clock: { clock.moment }, entropy: { entropy.bytes($0) }, sink: { _ in }))
        for starter in catalog.starters {
            store.write(WriteJob(starter), chore: "start")
            _ = store.commit(atMost: 1)
        }
        var logins: [Login] = []
        for user in Self.users {
            for index in 1...Self.devicesMax {
                let device = "\(user)-\(index)"
                let login = ClientMessage.OneOf_Command.accountLogin(
                    AccountLogin(named: user, on: device))
                let command: ClientMessage.OneOf_Command =
                    index == 1
                    ? .accountRegister(AccountRegister(named: user, on: device)) : login
                logins.append(
                    Login(
                        user: user, device: device,
                        token: try Self.token(command, catalog, store),
                        spare: try Self.token(login, catalog, store)))
            }
        }
        self.logins = logins
        names = try Self.names(in: disk)
        image = disk.image
    }

    /// The devices of a plan.
    func logins(_ plan: WorldPlan) -> [Login] {
        zip(plan.users, plan.deviceCounts).flatMap { user, count in
            logins.filter { $0.user == user }.prefix(count)
        }
    }

    private static func names(in disk: SimulatedDisk) throws(StoreError) -> [User.ID: String] {
        var names: [User.ID: String] = [:]
        try disk.connection.run("SELECT id, username FROM account") { columns throws(StoreError) in
            let user: User.ID = try columns.id()
            names[user] = try columns.text()
        }
        return names
    }

    private static func token(
        _ command: ClientMessage.OneOf_Command, _ catalog: Catalog, _ store: SimulatedStore
    ) throws -> String {
        var message = ClientMessage()
        message.id = 1
        message.command = command
        let bytes: [UInt8] = try message.serializedBytes()
        let work = try bytes.withUnsafeBytes { bytes in
            let envelope = try CommandEnvelope(opening: bytes, format: .binary)
            return try catalog[envelope.name]?.read(.frame(envelope), for: nil).work
        }
        guard case .prepare(let prepare)? = work,
            case .write(let run) = try prepare(store, .none)
        else {
            throw StoreError.failed("no account command")
        }
        let origin = Origin(
            connection: 0, loop: 0, replyTo: .socket(command: 1, .binary), name: "account")
        store.write([.command(run, replyTo: origin)])
        guard
            case .success(.account(let account))? =
                store.commit(atMost: 1).first?.1.answer?.result
        else {
            throw StoreError.failed("no account")
        }
        return account.token
    }
}

extension AccountRegister {
    fileprivate init(named user: String, on device: String) {
        self.init()
        username = user
        email = "\(user)@example.org"
        password = "correct horse"
        self.device = device
    }
}

extension AccountLogin {
    fileprivate init(named user: String, on device: String) {
        self.init()
        login = user
        password = "correct horse"
        self.device = device
    }
}
