/// Metrics as text, the way Prometheus reads them.
///
/// - Source: the text-based format, version 0.0.4, of prometheus.io/docs/instrumenting.
public struct Exposition: Sendable {
    /// What kind of numbers a metric has.
    public enum Kind: String, Sendable {
        /// It only goes up, until the process ends.
        case counter
        /// It goes up and down.
        case gauge
        /// How many there are in each bucket.
        case histogram
    }

    /// A name and a value that tell one number of a metric from another.
    public typealias Label = (name: String, value: String)

    /// The type of that text.
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// The text so far.
    public private(set) var text = ""

    /// Nothing.
    public init() {}

    /// Begins a metric: its numbers follow.
    public mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(Self.escaped(help))\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Writes one number.
    public mutating func write(_ name: String, _ value: Int, _ labels: [Label] = []) {
        write(name, labels, "\(value)")
    }

    /// Writes one number.
    public mutating func write(_ name: String, _ value: Double, _ labels: [Label] = []) {
        write(name, labels, "\(value)")
    }

    /// Writes what a histogram has counted, in seconds.
    public mutating func write(
        _ name: String, _ distribution: Distribution, _ labels: [Label] = []
    ) {
        var below = 0
        for (count, bound) in zip(distribution.counts, Histogram.bounds) {
            below += count
            write("\(name)_bucket", below, labels + [("le", "\(Double(bound) / 1e9)")])
        }
        write("\(name)_bucket", distribution.count, labels + [("le", "+Inf")])
        write("\(name)_sum", Double(distribution.nanoseconds) / 1e9, labels)
        write("\(name)_count", distribution.count, labels)
    }

    private mutating func write(_ name: String, _ labels: [Label], _ value: String) {
        text += name
        if !labels.isEmpty {
            let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
            text += "{\(pairs.joined(separator: ","))}"
        }
        text += " \(value)\n"
    }

    private static func escaped(_ text: String, quotes: Bool = false) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "\\": escaped += "\\\\"
            case "\n", "\r\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.append(character)
            }
        }
    }
}
