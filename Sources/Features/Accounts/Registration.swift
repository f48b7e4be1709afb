public import Kernel
import Wire

/// A registration whose every field is valid.
struct Registration: Sendable {
    let username: Username
    let email: EmailAddress
    let displayName: PlainText

    init(_ command: AccountRegister) throws(Refusal) {
        username = try Username(command.username, field: "username")
        email = try EmailAddress(command.email, field: "email")
        let name = command.displayName.isEmpty ? command.username : command.displayName
        displayName = try PlainText(name, .init(1...40), field: "displayName")
        try Self.check(password: command.password)
    }

    /// Z6: a name or an address belongs to one account.
    func refuseTaken(in snapshot: Snapshot) throws(Refusal) {
        if try snapshot.first(.account(named: username.description)) != nil {
            throw Refusal(.usernameTaken, field: "username", "this username is taken")
        }
        if try snapshot.first(.account(email: email)) != nil {
            throw Refusal(.emailTaken, field: "email", "this e-mail address is taken")
        }
    }

    func account(id: User.ID) -> Account {
        Account(
            id: id, username: username.description, displayName: displayName.text,
            email: email.text)
    }

    static func check(password: String) throws(Refusal) {
        guard (8...128).contains(password.utf8.count) else {
            throw Refusal(.invalidField, field: "password", "expected 8 to 128 bytes")
        }
    }
}

/// The name that a client gives the device it runs on.
public struct Device: Equatable, Sendable {
    /// 1 to 64 characters.
    public let name: String

    /// Takes `name`, or refuses the command.
    public init(_ name: String) throws(Refusal) {
        self.name = try PlainText(name, .init(1...64), field: "device").text
    }
}
