import Kernel
import Wire

/// What the account itself holds, for its owner: each part is one page.
struct AccountDisclosure: Sendable {
    let privacy: PrivacyCommands
    let addresses: Addresses

    func install(in catalog: inout Catalog) {
        let (privacy, addresses) = (privacy, addresses)
        catalog.disclose("account") { (caller, _, snapshot) throws(Refusal) in
            guard let account = try snapshot.first(.account(of: caller.user)) else {
                throw .notSignedIn
            }
            var records = [ExportRecord()]
            records[0].account = AccountOpened(account, addresses)
            if let created = try snapshot.first(.creation(of: caller.user)) {
                var record = ExportRecord()
                record.created = created.timestamp
                records.append(record)
            }
            return (records, nil)
        }
        catalog.disclose("ban") { (caller, _, snapshot) throws(Refusal) in
            let records = try snapshot.all(.lastBan(of: caller.user)).map { ban in
                var record = ExportRecord()
                (record.ban.reason, record.ban.since) = (ban.reason, ban.since.timestamp)
                if let until = ban.until { record.ban.until = until.timestamp }
                return record
            }
            return (records, nil)
        }
        catalog.disclose("identities") { (caller, _, snapshot) throws(Refusal) in
            let records = try snapshot.all(.identities(of: caller.user)).map { identity in
                var record = ExportRecord()
                record.identity = identity.linked
                record.identity.address = identity.address
                record.identity.subject = identity.subject
                return record
            }
            return (records, nil)
        }
        catalog.disclose("letters") { (caller, _, snapshot) throws(Refusal) in
            let letters = try snapshot.all(.letters(about: caller.user)).map { letter in
                var record = ExportRecord()
                record.letter.address = letter.address
                record.letter.topic = letter.topic
                record.letter.at = letter.made.timestamp
                return record
            }
            return (letters + (try snapshot.all(.mailedCodes(of: caller.user))), nil)
        }
        Self.installFactors(in: &catalog)
        catalog.disclose("privacy") { (caller, _, snapshot) throws(Refusal) in
            var record = ExportRecord()
            record.privacy = try privacy.read(PrivacyRead(), caller, snapshot)
            return ([record], nil)
        }
    }

    private static func installFactors(in catalog: inout Catalog) {
        catalog.disclose("passkeys") { (caller, _, snapshot) throws(Refusal) in
            let records = try snapshot.all(.passkeys(of: caller.user)).map { passkey in
                var record = ExportRecord()
                record.passkey = passkey.whole
                return record
            }
            return (records, nil)
        }
        catalog.disclose("secondFactor") { (caller, _, snapshot) throws(Refusal) in
            var record = ExportRecord()
            record.secondFactor = try SecondFactor(of: caller.user, in: snapshot)
            return (record.secondFactor.on ? [record] : [], nil)
        }
    }
}

extension Query where Row == Moment {
    /// When a user's account was made.
    fileprivate static func creation(of user: User.ID) -> Self {
        Query("SELECT created_ms FROM account WHERE id = \(user)") {
            columns throws(StoreError) in try columns.moment()
        }
    }
}
