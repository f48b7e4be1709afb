import ArgumentParser
import SwiftProtobuf
import Wire

/// Lists the passkeys of the account, gives one another name, or deletes one.
struct PasskeysCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "passkeys", abstract: "List, rename or delete the passkeys of your account.",
        discussion: """
            A passkey is added in the page: a terminal has no authenticator. Deleting one needs \
            your password or the proof of an issuer, unless you logged in or gave it within the \
            last 15 minutes. A name that two passkeys have does not say which; the first \
            characters of the id do.

            Examples:
              upfor passkeys
              upfor passkeys rename "Firefox" "laptop"
              upfor passkeys delete "lost phone"
            """)

    enum Action: String, ExpressibleByArgument, CaseIterable {
        case list, rename, delete
    }

    @Argument(help: "list, rename or delete.")
    var action = Action.list

    @Argument(help: "The passkey: its name, or the beginning of its id.")
    var passkey: String?

    @Argument(help: ArgumentHelp("With `rename`: the new name.", valueName: "name"))
    var name: String?

    @OptionGroup var proof: ProofOptions

    @OptionGroup var options: Options

    var needsProof: Bool { action == .delete }

    func validate() throws {
        let given = [passkey, name].compactMap(\.self).count
        let wanted =
            switch action {
            case .list: 0
            case .rename: 2
            case .delete: 1
            }
        guard given == wanted else {
            throw ValidationError("which? `passkeys delete NAME`, `passkeys rename NAME NEW`")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        let list = PasskeyList()
        guard let wanted = passkey else { return try await session.show(.passkeyList(list)) }
        if let challenge = proof.challenge { return try await session.show(challenge) }
        guard case .passkeys(let own) = try await session.call(.passkeyList(list)) else {
            throw .usage("the server does not list passkeys")
        }
        let found = try own.passkeys.named(wanted)
        if let name {
            let command = PasskeyRename.with {
                ($0.id, $0.name, $0.cid) = (found.id, name, MessageMark.fresh())
            }
            return session.output.answer(try await session.call(.passkeyRename(command)))
        }
        let command = PasskeyDelete.with {
            ($0.id, $0.cid) = (found.id, MessageMark.fresh())
        }
        let answer = try await session.call(.passkeyDelete(command), proving: proof)
        session.output.done(answer, "\(found.name) opens your account no longer")
    }
}

extension [Passkey] {
    /// The only one of this name, or whose id begins so.
    func named(_ text: String) throws(Failure) -> Passkey {
        let same = filter { $0.name == text }
        let found = same.count == 1 ? same : filter { $0.id.hasPrefix(text) }
        guard found.count == 1, let passkey = found.first else {
            throw .usage(
                same.count > 1
                    ? "several passkeys have this name: give the beginning of an id"
                    : "no passkey, or several, with this name or beginning of an id")
        }
        return passkey
    }
}

/// Formats passkeys for a person.
struct PasskeyWording: Sendable {
    private let wording: Wording

    init(_ wording: Wording) { self.wording = wording }

    /// The lines of an answer; nil for one about anything else.
    func answer(_ body: ServerMessage.OneOf_Body) -> [String]? {
        guard case .passkeys(let list) = body else { return nil }
        guard !list.passkeys.isEmpty else {
            return [wording.palette.dim("no passkeys: they are added in the page")]
        }
        return wording.table(
            list.passkeys.map { passkey in
                let times = wording.times
                let used =
                    passkey.hasLastUsed
                    ? "used \(times.text(passkey.lastUsed))" : "not used yet"
                return [
                    Table.Cell(wording.safe(String(passkey.id.prefix(8)))),
                    Table.Cell(wording.safe(passkey.name)),
                    Table.Cell("since \(times.text(passkey.created))", wording.palette.dim),
                    Table.Cell(used), Table.Cell(passkey.backedUp ? "" : "on one device only"),
                ]
            })
    }
}
