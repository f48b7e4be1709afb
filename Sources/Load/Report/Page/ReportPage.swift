/// A measurement as a page of HTML that needs nothing else: what was found, how long things took,
/// and how it went.
///
/// The same data make the same page, letter by letter.
struct ReportPage: Sendable {
    /// Of which command.
    let title: String
    /// What measures it again.
    let command: String
    let machine: Machine
    /// When it ended, for people.
    let date: String
    /// The first row names the columns.
    let figures: [[String]]
    let timeRows: [[String]]
    let times: [(name: String, took: Latencies)]
    let remarks: [String]
    let complaints: [String]
    let timeline: Timeline

    init(
        _ report: some Report, title: String, command: String, machine: Machine, date: String,
        _ timeline: Timeline
    ) {
        (self.title, self.command, self.machine, self.date) = (title, command, machine, date)
        figures = [report.columns] + report.rows
        (timeRows, times) = (report.timeRows, report.times)
        (remarks, complaints) = (report.remarks, report.complaints)
        self.timeline = timeline
    }

    private static let style = """
        body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto;
          padding: 0 1rem; color: #222 }
        table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
        th, td { padding: .25rem .75rem; border-bottom: 1px solid #ddd; text-align: right }
        th:first-child, td:first-child { text-align: left }
        code { background: #f3f4f6; padding: .1rem .3rem; overflow-wrap: anywhere }
        .broken { color: #b00020; font-weight: 600 }
        svg { width: 100%; height: auto }
        """

    /// The page.
    func html() -> String {
        let body =
            [
                MarkupElement("h1", says: title),
                MarkupElement("p", children: [MarkupElement("code", says: command)]),
                MarkupElement("p", says: "\(date), \(machine.text)"),
            ] + complaints.map { MarkupElement("p", [("class", "broken")], says: $0) }
            + [Self.table(figures), Self.table(timeRows)].compactMap(\.self)
            + remarks.map { MarkupElement("p", says: $0) }
            + plots.filter { $0.series.contains { !$0.points.isEmpty } }.map { $0.element() }
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>\(MarkupElement.escaped(title))</title>
            <style>
            \(Self.style)
            </style>
            </head>
            \(MarkupElement("body", children: body).text())
            </html>

            """
    }

    private static func table(_ rows: [[String]]) -> MarkupElement? {
        guard let head = rows.first else { return nil }
        func row(_ cells: [String], _ name: String) -> MarkupElement {
            MarkupElement("tr", children: cells.map { MarkupElement(name, says: $0) })
        }
        return MarkupElement(
            "table", children: [row(head, "th")] + rows.dropFirst().map { row($0, "td") })
    }
}

// MARK: - Pictures

extension ReportPage {
    private var plots: [LinePlot] {
        [
            percentiles,
            overTime("Messages from the server, a second", { $0.messagesPerSecond }),
            overTime("The server, % of one processor", { $0.cpuPercent }),
        ]
    }

    /// To the right there are as many nines as were measured.
    private var percentiles: LinePlot {
        let curves = times.map { LinePlot.Series(name: $0.name, points: $0.took.curve()) }
        let nines = curves.flatMap(\.points).map(\.x).max() ?? 0
        let names = ["0 %", "90 %", "99 %", "99.9 %", "99.99 %", "99.999 %", "99.9999 %"]
        return LinePlot(
            title: "How long it took at most, µs, of so many", series: curves,
            ticks: names.enumerated().filter { Double($0.offset) <= nines }.map {
                LinePlot.Tick(x: Double($0.offset), text: $0.element)
            }, scale: .logarithmic)
    }

    private func overTime(_ title: String, _ height: (Timeline.Rate) -> Double) -> LinePlot {
        let rates = timeline.rates
        return LinePlot(
            title: title,
            series: [
                LinePlot.Series(
                    name: title,
                    points: rates.map { LinePlot.Point(x: $0.at, y: height($0)) })
            ], ticks: phaseTicks(until: rates.last?.at ?? 0))
    }

    /// Where phases begin; of those too near to one another, the first.
    private func phaseTicks(until end: Double) -> [LinePlot.Tick] {
        var ticks: [LinePlot.Tick] = []
        for phase in timeline.phases {
            let at = timeline.seconds(at: phase.time)
            guard ticks.last.map({ at - $0.x >= end / 7 }) ?? true, at <= end else { continue }
            ticks.append(LinePlot.Tick(x: at, text: "\(phase.name), \(at.digits(1)) s"))
        }
        return ticks
    }
}

/// One element of a page or of a picture.
///
/// What has nothing in it is written with its end all the same, which is right in HTML, in XML and
/// in a picture within a page.
struct MarkupElement {
    private let name: String
    private let attributes: [(String, String)]
    private let children: [MarkupElement]
    private let words: String

    init(
        _ name: String, _ attributes: [(String, String)] = [], children: [MarkupElement] = [],
        says words: String = ""
    ) {
        (self.name, self.attributes) = (name, attributes)
        (self.children, self.words) = (children, words)
    }

    /// The element as text, each child on a line of its own.
    func text() -> String {
        let pairs = attributes.map { " \($0)=\"\(Self.escaped($1))\"" }.joined()
        let inner = children.map { "\n" + $0.text() }.joined() + (children.isEmpty ? "" : "\n")
        return "<\(name)\(pairs)>\(Self.escaped(words))\(inner)</\(name)>"
    }

    /// The same words, to be read and not to be obeyed.
    ///
    /// Scalar by scalar: a mark that is combined with `<` would hide it in a character.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".unicodeScalars
            case "<": escaped += "&lt;".unicodeScalars
            case ">": escaped += "&gt;".unicodeScalars
            case "\"": escaped += "&quot;".unicodeScalars
            case "\n", "\t": escaped.append(scalar)
            // Neither HTML nor XML may hold them.
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": escaped.append("\u{FFFD}")
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
