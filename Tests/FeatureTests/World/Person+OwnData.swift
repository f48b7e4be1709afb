import SwiftProtobuf
import Wire

extension Proof {
    /// The password of everybody who does not choose one, or another.
    static func password(_ password: String = Person.password) -> Proof {
        .with { $0.password = password }
    }

    static func token(_ token: String, of issuer: String = "home") -> Proof {
        .with { ($0.idToken, $0.issuer) = (token, issuer) }
    }
}

extension Person {
    /// Takes another display name.
    @discardableResult
    func rename(to name: String?) throws -> AccountOpened {
        let command = AccountUpdate.with { if let name { $0.displayName = name } }
        return try account(by: .accountUpdate(command))
    }

    @discardableResult
    func changePassword(
        to password: String, proof: Proof = .password()
    ) throws -> Identities {
        try identities(
            from: .passwordChange(.with { ($0.proof, $0.password) = (proof, password) }))
    }

    @discardableResult
    func changeEmail(to email: String, proof: Proof = .password()) throws -> AccountOpened {
        try account(by: .emailChange(.with { ($0.proof, $0.email) = (proof, email) }))
    }

    func deleteAccount(proof: Proof = .password()) throws {
        try call(.accountDelete(.with { $0.proof = proof }))
    }

    /// All pages of one's own data.
    func export() throws -> [ExportRecord] {
        try exportPages().flatMap(\.records)
    }

    func exportPages() throws -> [ExportPage] {
        var pages: [ExportPage] = []
        repeat {
            pages.append(try exportPage(after: pages.last?.next ?? ""))
        } while pages.last?.next.isEmpty == false
        return pages
    }

    func exportPage(after: String = "") throws -> ExportPage {
        try ask(.accountExport(.with { $0.after = after })) { answer in
            guard case .export(let page) = answer else { return nil }
            return page
        }
    }

    /// The outside identities that open the account, as a command answers them.
    func identities(from command: ClientMessage.OneOf_Command) throws -> Identities {
        try ask(command) { answer in
            guard case .identities(let identities) = answer else { return nil }
            return identities
        }
    }

    func account(by command: ClientMessage.OneOf_Command) throws -> AccountOpened {
        try ask(command) { answer in
            guard case .account(let account) = answer else { return nil }
            return account
        }
    }
}
