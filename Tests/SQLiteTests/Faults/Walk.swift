import FaultyDisk
import Kernel
import SQLite

/// The same short day of a store, over and over, with a fault at every operation of its disk.
struct Walk {
    /// What is asked for, batch by batch: a batch is one commit. Long enough for the WAL to be
    /// moved into the file, and to start anew, twice.
    static let batches = [
        ["a"], ["b", "c", "d"], [String(repeating: "long", count: 2_000)], ["e", "f"], ["g"],
        ["h", "i"], ["j"],
    ]

    /// Places where there was a fault.
    private(set) var pointCount = 0
    /// Power cuts whose remains were looked at.
    private(set) var cutCount = 0
    /// What must not be, with the place of the fault.
    private(set) var findings: [String] = []
    private let prepared: FaultyDisk
    private let change: (inout SQLiteOptions) -> Void

    /// - Parameter change: how the store differs from a good one.
    init(change: @escaping (inout SQLiteOptions) -> Void = { _ in }) throws {
        self.change = { settings in
            settings.checkpointPages = 12
            change(&settings)
        }
        prepared = FaultyDisk()
        _ = try DiskBench(prepared, change: self.change)
    }

    /// Lets the first operation fail, then the second, and so on until none is left to fail.
    mutating func go(
        _ fault: Fault, untilFound: Bool = false, prepare: (FaultyDisk) -> Void = { _ in }
    ) throws {
        var number = 1
        while !untilFound || findings.isEmpty {
            let disk = prepared.afterPowerCut(leaving: .everything, seed: UInt64(number))
            prepare(disk)
            let bench = try DiskBench(disk, change: change)
            disk.fail(fault, at: disk.operationCount + number)
            for batch in Self.batches { try bench.write(batch) }
            guard disk.hasFailed else { return }
            if fault == .full { try comeBack(bench, "\(fault) at \(number)") }
            if fault == .error { try goOn(after: bench, seed: number) }
            pointCount += 1
            for survival in Survival.allCases {
                try look(at: bench, survival, seed: number, "\(fault) at \(number), \(survival)")
            }
            number += 1
        }
    }

    /// There is room again: the next commit must do.
    private mutating func comeBack(_ bench: DiskBench, _ place: String) throws {
        bench.disk.makeRoom()
        try bench.write(["room again"])
        if bench.acknowledged.last != "room again" { findings.append("\(place): stayed full") }
    }

    /// Another process takes over the same disk, which works again, acknowledges, and then the
    /// power is cut.
    private mutating func goOn(after bench: DiskBench, seed: Int) throws {
        let place = "error at \(seed), gone on"
        let disk = bench.disk.afterProcess(seed: UInt64(seed))
        do {
            // What it commits stays in the WAL, behind what the last one has left there.
            let next = try DiskBench(disk) { settings in
                change(&settings)
                settings.checkpointPages = 16_000
            }
            let before = Self.texts(try next.lines())
            try next.write(["again"])
            try next.write(["and again"])
            if !Set(bench.acknowledged).isSubset(of: before) {
                findings.append("\(place): an acknowledged line is not seen")
            }
            for survival in Survival.allCases {
                try look(
                    at: next, survival, seed: seed, "\(place), \(survival)", seen: before)
            }
        } catch {
            findings.append("\(place): \(error)")
        }
    }

    private static func texts(_ lines: [String]) -> [String] {
        lines.map { String($0.drop { $0 != " " }.dropFirst()) }
    }

    /// Cuts the power, and compares what is left with what was said.
    ///
    /// - Parameter seen: lines that a reader has seen. They are as durable as acknowledged ones.
    private mutating func look(
        at bench: DiskBench, _ survival: Survival, seed: Int, _ place: String, seen: [String] = []
    ) throws {
        cutCount += 1
        let disk = bench.disk.afterPowerCut(leaving: survival, seed: UInt64(seed))
        do {
            let after = try DiskBench(disk, change: change)
            let lines = try after.lines()
            let texts = Self.texts(lines)
            let isLost = !Set(bench.acknowledged + seen).isSubset(of: texts)
            let isThereAfterAll = !Set(bench.refused).isDisjoint(with: texts)
            try after.write(["after"])
            let expected = (texts + ["after"]).enumerated().map { "\($0 + 1) \($1)" }
            let wrong = [
                (isLost, "an acknowledged line is lost"),
                (isThereAfterAll, "a refused line is there"),
                (try after.lines() != expected, "the lines do not go on"),
                (try after.inbox() != expected, "the inbox is not that of the lines"),
                (try after.integrity() != ["ok"], "the file is damaged"),
            ]
            findings += wrong.filter(\.0).map { "\(place): \($1)" }
        } catch {
            findings.append("\(place): \(error)")
        }
    }
}
