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
        #expect(try hasher.verify("correct horse", against: stored))
        #expect(try !hasher.verify("battery staple", against: stored))
        #expect(try !hasher.verify("", against: stored))
        #expect(try !hasher.verify("correct horse", against: nil))
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
