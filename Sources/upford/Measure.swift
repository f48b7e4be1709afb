import ArgumentParser
import Foundation
import Server

struct Measure: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure the cost of the event log and the metrics on this machine.",
        discussion: """
            A loop writes lines at a steady rate: to a file, to a full disk, and to a pipe \
            without a reader. Meanwhile its response time is measured. Then the cost of metrics \
            is measured. No daemon is needed.

            EXAMPLES
              upford measure
              upford measure --lines 100000 --seconds 10
            """)

    @Option(help: "Lines a second.")
    var lines = 50_000

    @Option(help: "Duration of each measurement, in seconds.")
    var seconds = 3

    func validate() throws {
        guard (1_000...1_000_000).contains(lines) else {
            throw ValidationError("--lines: expected 1000 to 1000000, got \(lines)")
        }
        guard (1...600).contains(seconds) else {
            throw ValidationError("--seconds: expected 1 to 600, got \(seconds)")
        }
    }

    func run() async throws {
        ProcessSetup.prepare()
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        print("lines go to           µs a line   lines/s      lost   a turn takes p50      p99")
        for sink in LogCost.Sink.allCases {
            let cost = try await LogCost.measure(
                sink, linesPerSecond: lines, seconds: seconds, folder: folder.path)
            print(
                Self.left(sink.name, 20), Self.right(Self.micro(cost.nanosecondsPerLine), 10),
                Self.right("\(cost.linesPerSecond)", 9), Self.right("\(cost.lostCount)", 9),
                Self.right("\(Self.micro(cost.lagMedian)) µs", 18),
                Self.right("\(Self.micro(cost.lagP99)) µs", 10))
            Talk.flush()
        }
        print("\na sample of                              ns")
        for (name, nanoseconds) in CountCost.measure() {
            print(Self.left(name, 36), Self.right(String(format: "%.1f", nanoseconds), 6))
        }
    }

    private static func micro(_ nanoseconds: Int) -> String {
        String(format: "%.2f", Double(nanoseconds) / 1e3)
    }

    private static func micro(_ duration: Duration) -> String {
        String(format: "%.0f", duration / .microseconds(1))
    }

    private static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
