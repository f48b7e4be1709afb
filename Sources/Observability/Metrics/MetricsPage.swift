import Metering

/// The text of `/metrics`, as of now.
package enum MetricsPage {
    /// What `/metrics` answers now.
    package static func text(of instruments: Instruments) -> [UInt8] {
        let reading = MetricsReading(instruments)
        var page = Exposition()
        for metric in Metric.all {
            page.begin(metric.name, metric.kind, metric.help)
            for sample in metric.samples(reading) {
                let labels = zip(metric.labels, sample.labels).map { (name: $0, value: $1) }
                switch sample.value {
                case .integer(let number): page.write(metric.name, number, labels)
                case .real(let number): page.write(metric.name, number, labels)
                case .distribution(let numbers): page.write(metric.name, numbers, labels)
                }
            }
        }
        return Array(page.text.utf8)
    }
}
