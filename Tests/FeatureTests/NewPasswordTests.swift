import Foundation
import Kernel
import Testing
import Wire

@testable import Accounts

/// A password that attackers try first is refused.
@Suite struct `A new password` {
    private let world: World
    private let code: String

    /// Cleo has confirmed her address, and a code to set another password.
    init() throws {
        world = try World(mail: MailTerms())
        try world.confirm("cleo")
        try world.dora.forget("cleo")
        code = try world.mailedCode(to: "cleo@example.org")
    }

    /// Ways to set a password: for a new account, or for Cleo's.
    private enum Way: CaseIterable {
        case register, change, recover
    }

    private func set(_ password: String, by way: Way) throws {
        switch way {
        case .register:
            try world.dora.register(
                as: "cleopatra", email: "c.kovacs@example.org", password: password)
        case .change: try world.cleo.changePassword(to: password)
        case .recover: try world.dora.recover("cleo", code: code, password: password)
        }
    }

    private func reason(_ password: String, by way: Way) -> String? {
        let refusal = #expect(throws: Refusal.self, "\(password) by \(way)") {
            try set(password, by: way)
        }
        #expect(refusal?.code == .invalidField && refusal?.field == "password")
        return refusal?.message
    }

    @Test(arguments: ["12345678", "password", "PassWord1", "QWERTYUIOP", "iloveyou"])
    func `is not a common one, in whatever case`(password: String) {
        for way in Way.allCases {
            #expect(reason(password, by: way)?.contains("common") == true)
        }
    }

    @Test func `is not the username, and little besides`() {
        for password in ["cleopatra", "Cleopatra", "cleopatra1990", "!cleopatra!", "12cleopatra34"]
        {
            #expect(reason(password, by: .register)?.contains("the username") == true)
        }
        for password in ["cleocleo", "cleo1990", "Cleo!Cleo!", "xx-cleo-xx", "1990-cleo-2024"] {
            for way in [Way.change, .recover] {
                #expect(reason(password, by: way)?.contains("the username") == true)
            }
        }
    }

    @Test func `is not the e-mail address, nor what is before its @`() {
        for password in ["c.kovacs", "C.Kovacs1", "c.kovacs@example.org", "c.kovacs@example.org1"] {
            #expect(reason(password, by: .register)?.contains("e-mail address") == true)
        }
        // A recovery says whose address it is only after the code was found right.
        for way in [Way.change, .recover] {
            #expect(reason("Cleo@example.org", by: way)?.contains("e-mail address") == true)
        }
    }

    @Test func `may have a short name in a long text`() throws {
        try set("cleo likes bananas", by: .change)
        try world.cleo.logIn(password: "cleo likes bananas")
        try set("a nucleotide of hers", by: .recover)
        try world.cleo.logIn(password: "a nucleotide of hers")
        try set("cleopatra and anthony", by: .register)
    }

    /// Otherwise a caller without a code could try passwords to learn whose address it is.
    @Test func `is held against the names of an account only when the code is right`() throws {
        expectRefusal(.wrongCredentials, "code") {
            try world.dora.recover("cleo", code: "aaaaa-aaaaa", password: "cleo1990")
        }
        // The code is still good.
        #expect(reason("cleo1990", by: .recover) != nil)
        try set("battery staple", by: .recover)
    }

    @Test func `typed in more bytes than it was set with still opens the account`() throws {
        let world = try World()
        // Forty syllables: 120 bytes in NFC, 240 and more as some keyboards send them.
        let typed = String(repeating: "한글", count: 20)
        try world.ana.changePassword(to: typed)
        let long = typed.decomposedStringWithCanonicalMapping
        #expect(long.utf8.count > 128)
        try world.ana.logIn(password: long)
        expectRefusal(.invalidField, "password") {
            try world.ana.logIn(password: long + long)
        }
    }

    @Test func `of nobody's list is common only as the list has it`() throws {
        let list = try CommonPasswords(list: Array("Staple Battery\nshort\nCAFE\u{301}CAFE\n".utf8))
        let passwords = NewPasswords(common: list)
        for word in ["staple battery", "STAPLE BATTERY", "caf\u{E9}cafe", "12345678"] {
            #expect(throws: Refusal.self) { try passwords.check(word) }
        }
        try passwords.check("staple-battery")
        #expect(list.count == CommonPasswords().count + 2)
    }

    @Test(
        arguments: [
            ([0x61, 0xFF, 0x0A], "it is not UTF-8"), ([0x61, 0x00, 0x0A], "line 1 has control"),
            (Array(repeating: 0x61, count: 129), "line 1 is longer"), ([], "it has no lines"),
        ] as [([UInt8], String)])
    func `is not sought in what is no list`(list: [UInt8], flaw: String) {
        let found = #expect(throws: CommonPasswords.Flaw.self) { try CommonPasswords(list: list) }
        #expect(found?.text.hasPrefix(flaw) == true)
    }

    @Test func `is held against a hundred of the worst where there is no list`() {
        #expect((100...300).contains(CommonPasswords().count))
    }
}
