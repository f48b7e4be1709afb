import Kernel
import Sessions
import Synchronization
import Testing
import Wire

/// Data that were put back from a copy start a new epoch.
@Suite struct `An epoch` {
    /// What lies beside the data.
    private final class Beside: Sendable {
        let runs = Mutex<[RunMark]>([])
        let isBroken = Mutex(false)

        var memory: RunMemory {
            RunMemory(
                recall: { self.runs.withLock { $0 } },
                remember: { (marks) throws(Refusal) in
                    guard !self.isBroken.withLock({ $0 }) else { throw .fault }
                    self.runs.withLock { $0 = marks }
                })
        }
    }

    @Test func `lasts as long as the runs of the daemon follow one another`() throws {
        let beside = Beside()
        let world = try World(runs: beside.memory)
        let epoch = try world.epoch()
        for _ in 1...3 {
            for _ in 1...3 { try world.pass(.seconds(10)) }
            try world.restart()
            #expect(try world.epoch() == epoch)
        }
    }

    @Test func `ends when the data are those of an earlier run`() throws {
        let beside = Beside()
        let world = try World(runs: beside.memory)
        let epoch = try world.epoch()
        // Two runs on other data: what is put back then is older than both names.
        beside.runs.withLock { $0 = [RunMark(name: "a later run"), RunMark(name: "one more")] }
        try world.restart()
        #expect(try world.epoch() != epoch)
    }

    @Test func `ends when the data are those of an earlier moment of the same run`() throws {
        let beside = Beside()
        let world = try World(runs: beside.memory)
        let epoch = try world.epoch()
        for _ in 1...2 { try world.pass(.seconds(10)) }
        // As a copy has it that was made when the run began.
        try world.daemon { (transaction) throws(Refusal) in
            try transaction.run("UPDATE epoch SET step = 0")
        }
        try world.restart()
        #expect(try world.epoch() != epoch)
    }

    @Test func `goes on after a crash at any moment`() throws {
        let beside = Beside()
        let world = try World(runs: beside.memory)
        let epoch = try world.epoch()
        for _ in 1...3 {
            try world.pass(.seconds(10))
            // The commit of the last step got lost.
            try world.daemon { (transaction) throws(Refusal) in
                try transaction.run("UPDATE epoch SET step = step - 1")
            }
            try world.restart()
            #expect(try world.epoch() == epoch)
        }
    }

    @Test func `ends with any copy that was made before an orderly stop`() throws {
        let beside = Beside()
        let world = try World(runs: beside.memory)
        let epoch = try world.epoch()
        for stopper in world.catalog.stoppers { try world.daemon(stopper) }
        // As a copy has it that was made just before.
        try world.daemon { (transaction) throws(Refusal) in
            try transaction.run("UPDATE epoch SET step = 0")
        }
        try world.restart()
        #expect(try world.epoch() != epoch)
    }

    @Test func `ends when nothing lies beside the data any more`() throws {
        let beside = Beside()
        let world = try World(runs: beside.memory)
        let epoch = try world.epoch()
        beside.runs.withLock { $0 = [] }
        try world.restart()
        #expect(try world.epoch() != epoch)
    }

    @Test func `outlives a crash between what lies beside the data and the commit`() throws {
        let beside = Beside()
        let world = try World(runs: beside.memory)
        let epoch = try world.epoch()
        let run = try #require(beside.runs.withLock { $0.last })
        beside.runs.withLock { $0 = [run, RunMark(name: "a run that never committed")] }
        try world.restart()
        #expect(try world.epoch() == epoch)
    }

    @Test func `ends with a copy, also when the first start on it comes to no commit`() throws {
        let beside = Beside()
        let world = try World(runs: beside.memory)
        let epoch = try world.epoch()
        let run = try #require(beside.runs.withLock { $0.last })
        beside.runs.withLock { $0 = [RunMark(name: "a later run")] }
        for _ in 1...3 {
            try world.restart()
            // The commit of that start got lost: the data are as they were put back.
            try world.daemon { (transaction) throws(Refusal) in
                try transaction.run(
                    "UPDATE epoch SET name = \(epoch), run = \(run.name), step = \(run.step)")
            }
        }
        try world.restart()
        #expect(try world.epoch() != epoch)
    }

    @Test func `does not begin when nothing can be left beside the data`() throws {
        let beside = Beside()
        let world = try World(runs: beside.memory)
        beside.isBroken.withLock { $0 = true }
        #expect(throws: Refusal.self) { try world.restart() }
    }
}

extension World {
    fileprivate func epoch() throws -> String {
        try self.ana.openSession(token: token(of: "ana")).answer.epoch
    }
}
