import FaultyDisk
import Kernel
import SQLite
import Testing

/// A store on a disk that fails at every operation there is: what was acknowledged is there after
/// a power cut, what is there is whole, and numbers go on.
@Suite struct `A store, wherever its disk fails` {
    @Test(arguments: Fault.allCases)
    func `loses nothing that was acknowledged, and does nothing by halves`(fault: Fault) throws {
        var walk = try Walk()
        try walk.go(fault)
        #expect(walk.findings.prefix(10) == [])
        #expect(walk.pointCount >= 100)
        #expect(walk.cutCount == (fault == .error ? 6 : 3) * walk.pointCount)
    }

    /// Bugs that the walk must find: otherwise it shows nothing.
    @Test(arguments: ["OFF", "NORMAL"])
    func `is found out when it does not sync each commit`(synchronous: String) throws {
        var walk = try Walk { $0.synchronous = synchronous }
        try walk.go(.powerCut, untilFound: true)
        #expect(walk.findings.contains { $0.contains("an acknowledged line is lost") })
    }

    @Test func `is not to blame for a disk that lies`() throws {
        var walk = try Walk()
        try walk.go(.powerCut, untilFound: true) { $0.forgetSyncs() }
        #expect(walk.findings.contains { $0.contains("an acknowledged line is lost") })
    }

    @Test(arguments: Survival.allCases)
    func `can be made anew, when the power was cut while it was made`(survival: Survival) throws {
        var number = 0
        while true {
            number += 1
            let disk = FaultyDisk(seed: UInt64(number))
            disk.fail(.powerCut, at: number)
            let bench = try? DiskBench(disk)
            guard disk.hasFailed else { break }
            withExtendedLifetime(bench) {}
            let after = try DiskBench(disk.afterPowerCut(leaving: survival, seed: UInt64(number)))
            try after.write(["a"])
            #expect(try after.inbox() == ["1 a"], "power cut at \(number)")
        }
        #expect(number > 50)
    }
}
