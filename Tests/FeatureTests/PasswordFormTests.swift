import Kernel
import Synchronization
import Testing
import Wire

@testable import Accounts

/// The same letters are the same password, whichever way a keyboard makes them.
@Suite struct `A password in another form` {
    /// `é` as Linux makes it, and as a Mac may.
    private static let composed = "caf\u{E9} au lait"
    private static let decomposed = "cafe\u{301} au lait"
    /// What `decomposed` was hashed to before passwords were normalised.
    private static let old =
        "$argon2id$v=19$m=8,t=1,p=1$JY8M96H/VPvHsobl2sEwjw"
        + "$zHA2kcyzMD95p+7+K3KcAzfxcdjYjqBDTK8AK4RFCs4"

    @Test func `is the same password`() throws {
        // To Swift they are one text, whatever their bytes.
        #expect(Array(Self.composed.utf8) != Array(Self.decomposed.utf8))
        let hasher = try PasswordHasher(memoryKiB: 8, passes: 1)
        for text in [Self.composed, Self.decomposed] {
            let stored = try hasher.hash(text)
            #expect(try hasher.verify(Self.composed, against: stored) == .right)
            #expect(try hasher.verify(Self.decomposed, against: stored) == .right)
            #expect(try hasher.verify("cafe au lait", against: stored) == .wrong)
        }
    }

    @Test func `keeps every byte that is in its form already`() {
        let texts = ["", "plain", "\u{0}pässwörd\u{0}\u{202E}", "日本語のパスワード", "👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿", "ﬁne ½"]
        for text in texts {
            #expect(TypedPassword(text).normal == Array(text.utf8), "\(text.debugDescription)")
        }
    }

    @Test func `opens an account from before, and is hashed anew in the one form`() throws {
        let world = try World()
        try world.setHash(Self.old, of: "ana")
        expectRefusal(.wrongCredentials) { try world.ana.logIn(password: Self.composed) }
        #expect(try world.hash(of: "ana") == Self.old)
        try world.ana.logIn(password: Self.decomposed)
        #expect(try world.hash(of: "ana") != Self.old)
        try world.ana.logIn(password: Self.composed)
        try world.ana.logIn(password: Self.decomposed)
    }

    @Test func `proves who one is with an account from before`() throws {
        let world = try World()
        try world.setHash(Self.old, of: "ana")
        try world.ana.changePassword(to: "battery staple", proof: .password(Self.decomposed))
        try world.ana.logIn(password: "battery staple")
    }

    /// The time that a refusal takes must not show its reason.
    @Test func `is compared twice unless it opens, also for unknown users and refused callers`()
        throws
    {
        let hasher = try PasswordHasher(memoryKiB: 8, passes: 1)
        let stored = try hasher.hash(Self.composed)
        func count(_ password: String, _ stored: String?, isAdmitted: Bool = true) throws -> Int {
            let before = hasher.comparisonCount.load(ordering: .relaxed)
            _ = try hasher.verify(password, against: stored, isAdmitted: isAdmitted)
            return hasher.comparisonCount.load(ordering: .relaxed) - before
        }
        #expect(try count(Self.decomposed, stored) == 1)
        #expect(try count(Self.decomposed, Self.old) == 2)
        let wrong = "wronge\u{301} au lait"
        #expect(try count(wrong, stored) == 2)
        #expect(try count(wrong, nil) == 2)
        #expect(try count(Self.decomposed, stored, isAdmitted: false) == 2)
        #expect(try count(Self.composed, stored, isAdmitted: false) == 1)
        #expect(try count("plain wrong", stored) == 1)
        #expect(try count("plain wrong", nil) == 1)
    }

    /// A Hangul syllable of 3 bytes is typed as 9; U+1D160 of 4 bytes becomes 12.
    @Test func `has a length in both forms when it is new, and as it came when it is typed`() throws
    {
        let world = try World()
        let short = String(repeating: "\u{1112}\u{1161}\u{11AB}", count: 2)
        let long = String(repeating: "\u{1D160}", count: 32)
        #expect(short.utf8.count == 18 && long.utf8.count == 128)
        for password in [short, long] {
            expectRefusal(.invalidField, "password") { try world.dora.register(password: password) }
            expectRefusal(.invalidField, "password") {
                try world.ana.changePassword(to: password)
            }
            expectRefusal(.wrongCredentials) { try world.ana.logIn(password: password) }
        }
    }
}

extension World {
    /// What is stored of a password.
    func hash(of username: String) throws -> String {
        let hash = Query<String>("SELECT password_hash FROM account WHERE username = \(username)") {
            columns throws(StoreError) in try columns.text()
        }
        return try #require(
            try store.snapshot { (snapshot) throws(Refusal) in try snapshot.first(hash) })
    }

    func setHash(_ hash: String, of username: String) throws {
        try daemon { (transaction) throws(Refusal) in
            try transaction.run(
                "UPDATE account SET password_hash = \(hash) WHERE username = \(username)")
        }
    }
}
