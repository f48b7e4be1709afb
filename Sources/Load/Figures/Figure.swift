/// One number of ours, beside those of others that did the same work in the same run.
struct Figure: Encodable, Sendable {
    /// Like `echo, 64 connections × 1`.
    let work: String
    /// Like `µs a message`.
    let unit: String
    let ours: Double
    let c: Double?
    let nio: Double?
    /// Ours as a multiple of C's, and SwiftNIO's as a multiple of ours.
    let timesC: Double?
    let nioTimesOurs: Double?
    let goal: String?
    let isReached: Bool?
    /// Behind the point, where it is printed.
    private let digits: Int

    private enum CodingKeys: CodingKey {
        case work, unit, ours, c, nio, timesC, nioTimesOurs, goal, isReached
    }

    init(
        _ work: String, _ unit: String, digits: Int, ours: Double, c: Double? = nil,
        nio: Double? = nil, goal: Goal? = nil
    ) {
        (self.work, self.unit, self.digits) = (work, unit, digits)
        (self.ours, self.c, self.nio) = (ours, c, nio)
        timesC = c.map { ours / $0 }
        nioTimesOurs = nio.map { $0 / ours }
        self.goal = goal?.text(digits: digits)
        isReached = goal?.isReached(ours, c: c)
    }

    /// The cells of a row: work, ours, C, SwiftNIO, two ratios, the goal, whether it is reached.
    var cells: [String] {
        [
            work, "\(ours.digits(digits)) \(unit)", c?.digits(digits) ?? "",
            nio?.digits(digits) ?? "", timesC?.digits(2) ?? "", nioTimesOurs?.digits(2) ?? "",
            goal ?? "", isReached.map { $0 ? "reached" : "missed" } ?? "",
        ]
    }
}

extension Figure {
    /// The server's processor time for one unit of some work.
    init(_ work: String, _ report: ContestReport, goal: Goal) {
        func cpu(of name: String) -> Double? {
            report.servers.dropFirst().first { $0.server == name }?.cpuMicroseconds
        }
        self.init(
            work, "µs a \(report.unit.rawValue)", digits: 2,
            ours: report.servers.first?.cpuMicroseconds ?? 0, c: cpu(of: Yardsticks.cName),
            nio: cpu(of: Yardsticks.nioName), goal: goal)
    }
}
