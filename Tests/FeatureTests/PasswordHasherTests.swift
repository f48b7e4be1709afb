import Foundation
import Kernel
import Testing
import Wire

@testable import Accounts

@Suite struct `A password` {
    /// Whether the kernel refuses what it could never give; otherwise it would try.
    private static let kernelRefuses =
        (try? String(contentsOfFile: "/proc/sys/vm/overcommit_memory", encoding: .utf8))?
        .hasPrefix("1") == false

    @Test func `is right, wrong, or nobody's`() throws {
        let hasher = try PasswordHasher(memoryKiB: 8, passes: 1)
        let stored = try hasher.hash("correct horse")
        #expect(try hasher.verify("correct horse", against: stored) == .right)
        #expect(try hasher.verify("battery staple", against: stored) == .wrong)
        #expect(try hasher.verify("", against: stored) == .wrong)
        #expect(try hasher.verify("correct horse", against: nil) == .wrong)
    }

    @Test func `of a caller who is not admitted is wrong, whatever it is`() throws {
        let hasher = try PasswordHasher(memoryKiB: 8, passes: 1)
        let stored = try hasher.hash("correct horse")
        #expect(
            try hasher.verify("correct horse", against: stored, isAdmitted: false) == .wrong)
    }

    /// Beside accounts from before the settings changed, unknown names take as long as these, too.
    @Test func `of nobody takes as long as one of those that there are, always the same`() throws {
        let before = try PasswordHasher(memoryKiB: 16, passes: 3)
        let stored = try before.hash("correct horse")
        let hasher = try PasswordHasher(memoryKiB: 8, passes: 1)
        #expect(hasher.isOutdated(stored) && !before.isOutdated(stored))
        let names = (0..<40).map { "nobody\($0)" }
        #expect(names.allSatisfy { PasswordHash(hasher.decoy(of: $0))?.costs.passes == 1 })
        _ = try hasher.verify("x", against: stored)
        let passes = names.map { PasswordHash(hasher.decoy(of: $0))?.costs.passes }
        #expect(Set(passes) == [1, 3])
        #expect(names.allSatisfy { hasher.decoy(of: $0) == hasher.decoy(of: $0.uppercased()) })
    }

    /// Taking a stored hash apart takes time, too: a thirtieth of what the cheapest hash takes.
    @Test func `of nobody is held against a stored one like all others`() throws {
        let hasher = try PasswordHasher(memoryKiB: 8, passes: 1)
        let stored = try hasher.hash("correct horse")
        let decoy = hasher.decoy(of: "nobody")
        #expect(decoy.utf8.count == stored.utf8.count)
        #expect(PasswordHash(decoy)?.costs == PasswordHash(stored)?.costs)
        #expect(decoy == hasher.decoy(of: "NOBODY"))
        #expect(try hasher.verify("", against: nil) == .wrong)
    }

    @Test func `is hashed anew at a log-in, when the settings have changed`() throws {
        let world = try World()
        let hash = Query<String>("SELECT password_hash FROM account WHERE username = 'ana'") {
            columns throws(StoreError) in try columns.text()
        }
        let read = {
            try world.store.snapshot { (snapshot) throws(Refusal) in try snapshot.first(hash) }
        }
        let current = try #require(try read())
        let old = try PasswordHasher(memoryKiB: 16, passes: 2).hash(Person.password)
        try world.daemon { (transaction) throws(Refusal) in
            try transaction.run(
                "UPDATE account SET password_hash = \(old) WHERE username = 'ana'")
        }
        try world.ana.logIn()
        let renewed = try #require(try read())
        #expect(renewed != old && renewed != current)
        #expect(renewed.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
    }

    /// A hash that asks for nearly four TiB stands for a machine without memory.
    @Test(.enabled(if: kernelRefuses))
    func `is not called wrong when there is no memory to know`() throws {
        let hasher = try PasswordHasher(memoryKiB: 8, passes: 1)
        let stored = try hasher.hash("correct horse")
            .replacing("m=8,", with: "m=4294967288,")
        let refusal = #expect(throws: Refusal.self) {
            try hasher.verify("correct horse", against: stored)
        }
        #expect(refusal?.code == .unavailable)
        #expect(refusal?.isTemporary == true)
    }
}
