import Accounts
import Glibc
import Kernel
import Observability
import SQLite
public import Settings
public import Storage
import SwiftProtobuf
import Wire

/// The data of one person, for an administrator who was asked to export or erase them.
public struct PersonalData: Sendable {
    private let folder: String
    private let catalog: Catalog
    private let log: Configuration.Log

    /// - Throws: `DataFailure`, `.elsewhere` when the data are in PostgreSQL; ``StartFailure`` when
    ///   there is no memory.
    public init(_ configuration: Configuration) throws {
        folder = try configuration.folderOfAllData(
            "`upfor export` is for people themselves, `upford ctl erase` for a running daemon")
        log = configuration.log
        catalog = try Catalog(
            atRest: configuration, files: DataPlace(configuration.data).files)
    }

    /// The document that `upfor export` gives the person, as of one moment, with or without a
    /// running daemon. No device in it is marked as the one that asks.
    ///
    /// - Parameter take: gets it, a few lines at a time; whatever it throws ends the export.
    /// - Returns: the number of records.
    public func export(
        _ username: String, _ take: ([UInt8]) throws(DataFailure) -> Void
    ) throws(DataFailure) -> Int {
        var (count, failure) = (0, DataFailure?.none)
        func put(_ text: String) -> Bool {
            do throws(DataFailure) {
                try take(Array(text.utf8))
                return true
            } catch {
                failure = error
                return false
            }
        }
        try StoredData.read(in: folder, of: catalog, at: SystemClock.moment()) {
            (snapshot) throws(Refusal) in
            let caller = try Self.person(username, in: snapshot)
            guard put("{\"records\": [\n") else { return }
            for part in catalog.disclosures {
                var after: String? = ""
                while let place = after {
                    let page = try part.page(caller, place, snapshot)
                    for record in page.records {
                        let line = try record.line()
                        guard put((count == 0 ? "" : ",") + line + "\n") else { return }
                        count += 1
                    }
                    after = page.next
                }
            }
            _ = put("]}\n")
        }
        if let failure { throw failure }
        return count
    }

    /// Ends an account as its owner does: no user finds it any more, its sessions are over and its
    /// name is free. The daemon erases what else there is, within a day of its next start. The
    /// event log names who did it, as for an order to a daemon.
    ///
    /// - Throws: `DataFailure`, `.notNow` when a daemon has the data.
    public func erase(_ username: String) throws(DataFailure) {
        let catalog = catalog
        let user = try StoredData.read(in: folder, of: catalog, at: SystemClock.moment()) {
            (snapshot) throws(Refusal) in try Self.person(username, in: snapshot).user
        }
        let log = try openLog()
        defer { log.close() }
        let options = StoreOptions(
            clock: { SystemClock.moment() }, entropy: { SystemEntropy.bytes($0) }, sink: { _ in })
        try StoredData.change(in: folder, of: catalog, options) { (transaction) throws(Refusal) in
            for step in catalog.departures { try step(user, transaction) }
        }
        log.write(
            .adminDone, .peerUser(getuid()), .process(getpid()), .command("erase"),
            .user(user.rawValue))
    }

    /// Opened before anything is done, so that nothing is done that it does not say.
    private func openLog() throws(DataFailure) -> EventLog {
        do throws(EventSinkError) {
            let isNew = !log.file.isEmpty && access(log.file, F_OK) != 0
            defer { if isNew { DataFolder.giveToOwner(of: folder, [log.file]) } }
            return try EventLog(log)
        } catch {
            throw DataFailure(.notWritten, "cannot write the event log: \(error)")
        }
    }

    private static func person(
        _ username: String, in snapshot: Snapshot
    ) throws(Refusal) -> Caller {
        guard let account = try snapshot.first(.account(named: username)) else {
            throw Refusal(.notFound, "no user has the username \(username)")
        }
        return Caller(user: account.id, username: account.username, token: 0)
    }
}

extension ExportRecord {
    /// As one line of JSON, in ASCII: whatever people have written, a terminal may show it.
    ///
    /// - Throws: `.fault` when what the store has kept cannot be said in JSON.
    fileprivate func line() throws(Refusal) -> String {
        guard (try? jsonUTF8Bytes() as [UInt8]) != nil else { throw .fault }
        return String(decoding: answerBytes(.json), as: UTF8.self).utf16.map { unit in
            guard unit > 0x7E else { return String(UnicodeScalar(UInt8(unit))) }
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}
