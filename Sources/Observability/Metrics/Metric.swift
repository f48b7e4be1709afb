import EventLoop
import Metering

/// What `/metrics` tells, one thing of it: its name, what docs/METRICS.md and the page itself say
/// about it, and where its numbers are.
///
/// Names are for machines: they are never reused and never change their meaning.
struct Metric: Sendable {
    let name: String
    let kind: Exposition.Kind
    let help: String
    /// What tells its numbers apart.
    let labels: [String]
    let samples: @Sendable (MetricsReading) -> [MetricSample]

    /// Every one there is, in the order of the page.
    static let all = ofServing + ofLoops + ofHub + ofNodes + ofWork + ofProcess

    /// Numbers that labels tell apart.
    init(
        _ name: String, _ kind: Exposition.Kind, _ help: String, by labels: String...,
        samples: @escaping @Sendable (MetricsReading) -> [MetricSample]
    ) {
        (self.name, self.kind, self.help, self.labels) = (name, kind, help, labels)
        self.samples = samples
    }

    /// One number.
    init(
        _ name: String, _ kind: Exposition.Kind, _ help: String,
        number: @escaping @Sendable (MetricsReading) -> Int
    ) {
        self.init(name, kind, help) { [MetricSample(number($0))] }
    }

    /// What all loops have counted together.
    init(
        _ name: String, _ kind: Exposition.Kind, _ help: String,
        sum count: @escaping @Sendable (LoopMeter) -> Int
    ) {
        self.init(name, kind, help) { [MetricSample($0.instruments.sum(count))] }
    }
}

/// What metrics are read off: the instruments at one moment.
struct MetricsReading {
    let instruments: Instruments
    let process = ProcessFigures()

    init(_ instruments: Instruments) {
        self.instruments = instruments
    }
}

/// A number of a metric, with the values of its labels in the order of `Metric.labels`.
struct MetricSample {
    enum Value {
        case integer(Int)
        case real(Double)
        case distribution(Distribution)
    }

    let labels: [String]
    let value: Value

    init(_ number: Int, _ labels: String...) {
        (value, self.labels) = (.integer(number), labels)
    }

    init(_ number: Double, _ labels: String...) {
        (value, self.labels) = (.real(number), labels)
    }

    init(_ numbers: Distribution, _ labels: String...) {
        (value, self.labels) = (.distribution(numbers), labels)
    }
}
