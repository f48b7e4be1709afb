import CoreMetrics
import Glibc
import Metering
import Synchronization

/// The cost of a sample through swift-metrics, and through the daemon's own counters.
///
/// The backend behind the facade does the least that a backend can do: one addition for a counter,
/// the daemon's own histogram for a timer.
@main
enum Facade {
    static func main() {
        let factory = Factory()
        let counter = Counter(
            label: "upfor_messages_received_total", dimensions: [("loop", "0")], factory: factory)
        let timer = Timer(label: "upfor_delivery_seconds", dimensions: [], factory: factory)
        let own = Own()
        print("a sample of                                   ns")
        show("a count of ours, by the thread that owns it") { own.count.add($0 & 1) }
        show("a count of ours, by any thread") { own.shared.addFromAnywhere($0 & 1) }
        show("Counter of swift-metrics") { counter.increment(by: $0 & 1) }
        show("a histogram of ours") { own.histogram.note(nanoseconds: ($0 & 1_023) * 4_096) }
        show("Timer of swift-metrics") { timer.recordNanoseconds(($0 & 1_023) * 4_096) }
    }

    private static func show(_ name: String, _ body: (Int) -> Void) {
        let times = 20_000_000
        var best = Double.infinity
        for _ in 1...5 {
            let start = now
            for number in 0..<times { body(number) }
            best = min(best, Double(now - start) / Double(times))
        }
        let tenths = Int(best * 10 + 0.5)
        print(
            name + String(repeating: " ", count: 44 - name.count), "\(tenths / 10).\(tenths % 10)")
    }

    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

private final class Own: Sendable {
    let count = Count()
    let shared = Count()
    let histogram = Histogram()
}

private final class OneCounter: CounterHandler {
    private let count = Count()
    func increment(by amount: Int64) { count.addFromAnywhere(Int(amount)) }
    func reset() {}
}

private final class OneTimer: TimerHandler {
    private let histogram = Histogram()
    func recordNanoseconds(_ duration: Int64) { histogram.note(nanoseconds: Int(duration)) }
}

private final class Silent: RecorderHandler {
    func record(_ value: Int64) {}
    func record(_ value: Double) {}
}

private struct Factory: MetricsFactory {
    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        OneCounter()
    }
    func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler { Silent() }
    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        OneTimer()
    }
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}
