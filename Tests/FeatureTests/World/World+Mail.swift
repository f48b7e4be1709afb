import Accounts
import Kernel
import SwiftProtobuf
import Synchronization
import Testing
import Wire

extension World {
    /// The letters that leave now; the mail server takes all of them.
    func post() throws -> [MailLetter] {
        let taken = Mutex<[MailLetter]>([])
        try daemon { (transaction) throws(Refusal) in
            let letters = try LetterSpool.take(
                atMost: 100, patience: .seconds(3_600), in: transaction
            ).letters
            for letter in letters { try LetterSpool.sent(letter.id, in: transaction) }
            taken.withLock { $0 = letters }
        }
        return taken.withLock { $0 }
    }

    /// The code in the one letter that leaves now.
    func mailedCode(to address: String) throws -> String {
        let letters = try post()
        try #require(letters.map(\.address) == [address])
        return try #require(letters[0].code)
    }

    /// Confirms a person's address by their latest letter: that of signing up, or another.
    func confirm(_ name: String) throws {
        let letter = try #require(try post().last { $0.address == "\(name)@example.org" })
        try self[dynamicMember: name].confirm(code: try #require(letter.code))
    }
}

extension MailLetter {
    /// The code that it holds.
    var code: String? {
        text.split(separator: "\n").first { $0.hasPrefix("    ") && !$0.contains("upfor") }
            .map { $0.trimmingPrefix("    ") }.map(String.init)
    }
}

extension Person {
    /// Asks for a letter with a code.
    @discardableResult
    func prove() throws -> EmailStanding { try standing(by: .emailProve(EmailProve())) }

    @discardableResult
    func confirm(code: String) throws -> EmailStanding {
        try standing(by: .emailConfirm(.with { $0.code = code }))
    }

    /// Has a code mailed, from where nobody is signed in.
    func forget(_ login: String) throws {
        _ = try world.call(
            .passwordForgot(.with { $0.login = login }), by: name, as: nil
        ).result.get()
        try world.pass(.zero)
    }

    func recover(_ login: String, code: String, password: String = "battery staple") throws {
        let command = PasswordRecover.with {
            ($0.login, $0.code, $0.password) = (login, code, password)
        }
        _ = try world.call(.passwordRecover(command), by: name, as: nil).result.get()
    }

    private func standing(by command: ClientMessage.OneOf_Command) throws -> EmailStanding {
        try ask(command) { answer in
            guard case .email(let standing) = answer else { return nil }
            return standing
        }
    }
}
